"""The guide to hosting: its steps are run in order in a plain folder, as far as this machine allows.

What would change the machine (packages, users, services) or needs a registry is not run; the test's output names it.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import SETTING_NAMES, read_settings
from tests.conftest import ROOT
from tests.postgres import Postgres, find_postgres

GUIDE = (ROOT / "docs" / "HOSTING.md").read_text("utf-8")
STEP = re.compile(r"<!-- step: ([\w ]+) -->\n```sh\n(.*?)```", re.DOTALL)
NOT_RUN = {
    "sudo apt": "it would install packages on this machine",
    "sudo useradd": "it would make a user",
    "sudo install -d -o ramino": "it needs that user; the folder is made without it",
    "sudo cp": "it would install a service; the unit is checked by systemd-analyze",
    "sudo systemctl": "it would change this machine's services",
    "systemctl": "it would ask for this machine's services",
    "sudo -u postgres createuser": "it waits for a person; the tests' PostgreSQL has this user",
    "sudo -u ramino nano": "it waits for a person; the token is written by the test",
    "podman": "it needs a registry for the base image",
}
RUN = {
    "fetch the program",
    "install the program",
    "write the settings",
    "examine",
    "upload the emojis",
    "upgrade",
    "backup",
    "restore",
    "install PostgreSQL",
    "move to PostgreSQL",
    "back PostgreSQL up",
    "restore PostgreSQL",
}


def steps() -> dict[str, list[str]]:
    """Return the commands of the guide by the name of their step, in order."""
    return {name: text.strip().replace(" &&\n", " && ").splitlines() for name, text in STEP.findall(GUIDE)}


def test_every_block_of_commands_in_the_guide_is_a_step() -> None:
    assert GUIDE.count("```sh") == len(steps()) == len(STEP.findall(GUIDE))


@pytest.mark.thorough
def test_the_steps_of_the_guide_work_in_order(tmp_path: Path, postgres: Postgres) -> None:
    source, home = tmp_path / "source", tmp_path / "ramino"
    copy_tracked_files(source)
    programs, user = find_postgres(), {"PGHOST": "127.0.0.1", "PGPORT": str(postgres.port), "PGUSER": "ramino"}
    environment = user | {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PYTHONUTF8": "1",
        "COLUMNS": "200",
    }
    environment |= {
        name: os.environ[name] for name in ("PIP_INDEX_URL", "PIP_CONFIG_FILE", "UV_INDEX_URL") if name in os.environ
    }
    environment |= {"REPOSITORY": str(source), "PYTHON": sys.executable}
    left_out, ran = [], set()
    for name, lines in steps().items():
        for line in lines:
            reason = next((why for words, why in NOT_RUN.items() if line.startswith(words)), None)
            if reason is not None:
                left_out.append(f"{line}: {reason}")
                if name == "move to PostgreSQL" and "nano" in line:
                    choose_database(home / ".env", postgres.url("ramino"))
                continue
            command = (
                line.removeprefix("sudo -u ramino ")
                .replace("sudo -u postgres ", "")
                .replace("/opt/ramino", shlex.quote(str(home)))
                .partition(" && sudo systemctl")[0]
            )
            if command.startswith("scripts/setup"):
                link_packages(home)
                left_out.append(f"{line}: the packages of these tests are used")
                continue
            if name == "restore":
                environment["BACKUP"] = str(next((home / "var/backups").glob("ramino-manual-*.db")))
            ended = subprocess.run(
                command,
                shell=True,
                cwd=home if home.exists() else tmp_path,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            expected = (
                1 if command.endswith(("bot doctor", "bot emoji")) else 0
            )  # the token is missing, and this machine needn't reach Discord
            assert ended.returncode == expected, f"{line}\n{ended.stdout}{ended.stderr}"
            ran.add(name)
            check_step(name, command, ended.stdout, home)
    print("Not run:", *left_out, sep="\n  ")
    assert ran == RUN


def check_step(name: str, command: str, said: str, home: Path) -> None:
    """Check what a step should have achieved."""
    match name:
        case "write the settings":
            assert (home / ".env").stat().st_mode & 0o777 == 0o600
        case "examine":
            assert "DISCORD_TOKEN is not set" in said
            assert "Wrong or missing: 1." in said, said
            make_database(home)
        case "move to PostgreSQL" if "move-database" in command:
            assert "Moved var/ramino.db to postgresql://" in said
        case "move to PostgreSQL" if "doctor" in command:
            assert "/ramino is reachable and writable." in said
            assert "Wrong or missing: 1." in said, said
        case "backup" if "backup" in command:
            assert "Backup of var/ramino.db: var/backups/ramino-manual-" in said
        case "restore" if "restore" in command:
            assert "var/ramino.db is now as" in said


def choose_database(env: Path, url: str) -> None:
    """Write the URL into the settings, as a person does in the editor."""
    env.write_text(re.sub("^DATABASE_URL=.*$", f"DATABASE_URL={url}", env.read_text("utf-8"), flags=re.MULTILINE), "utf-8")


def copy_tracked_files(folder: Path) -> None:
    """Make a repository with the files as they are here."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    about = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*about, "commit", "-qm", "As it is"]):
        subprocess.run(["git", *command], cwd=folder, check=True)


def link_packages(home: Path) -> None:
    """Give the copy the packages with which the tests run, in place of `scripts/setup`, which `tests/scripts` tests."""
    if not (home / ".venv").exists():
        (home / ".venv").symlink_to(Path(sys.prefix))


def make_database(home: Path) -> None:
    """Make the database as the first start does."""
    work = "import asyncio, bot.storage.store as s; asyncio.run(s.open_store('sqlite:///var/ramino.db').__aenter__())"
    subprocess.run([sys.executable, "-c", work], cwd=home, check=True)


def test_the_service_is_valid_and_well_protected(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze here")
    unit = (ROOT / "deploy" / "ramino.service").read_text("utf-8")
    file = tmp_path / "ramino.service"
    file.write_text(
        unit.replace("/opt/ramino/.venv/bin/python", sys.executable).replace("User=ramino\nGroup=ramino", "User=daemon")
    )
    verified = subprocess.run(["systemd-analyze", "verify", "--man=no", str(file)], capture_output=True, text=True, check=False)
    about_us = [line for line in verified.stderr.splitlines() if "ramino" in line]
    assert not about_us, verified.stderr
    shown = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(file)], capture_output=True, text=True, check=False
    )
    if (level := re.search(r"exposure level for ramino\.service: ([\d.]+)", shown.stdout)) is not None:
        assert float(level[1]) < 2.5, shown.stdout


def test_the_service_lets_a_backup_lower_its_priority() -> None:
    unit = (ROOT / "deploy" / "ramino.service").read_text("utf-8")
    allowed, known = set[str](), set[str]()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        names = set(line.removeprefix("~").split())
        allowed = allowed - names if line.startswith("~") else allowed | names
        known |= names
    assert "@resources" in known - allowed, "all others stay forbidden"
    assert "setpriority" in allowed, "it is one of @resources, and a backup must not delay the moves"


def test_the_container_copies_what_exists_runs_without_privileges_and_is_checked() -> None:
    lines = (ROOT / "deploy" / "Containerfile").read_text("utf-8").replace("\\\n", "").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY")]
    allowed = (ROOT / "deploy" / "Containerfile.dockerignore").read_text("utf-8").splitlines()
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed, name
    words = [line.split(maxsplit=1)[0] for line in lines if line and line[0].isupper()]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert "HEALTHCHECK" in words
    assert not [line for line in lines if "DISCORD_TOKEN" in line]


def test_the_bots_of_the_compose_file_have_only_settings_and_secrets_that_exist() -> None:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    services, _, rest = text.partition("\nvolumes:\n")
    volumes, _, secrets = rest.partition("\nsecrets:\n")
    database, _, bot = services.partition("\n  bot:\n")
    chosen = re.findall(r"^      ([A-Z_]+): ", bot, re.MULTILINE)
    given = {part: re.findall(r"\w+", re.findall(r"secrets: \[(.*)\]", part)[0]) for part in (database, bot)}
    for name in (*chosen, *given[bot]):
        assert name.upper() in SETTING_NAMES, name
    assert "POSTGRES_PASSWORD_FILE: /run/secrets/database_password\n" in database
    assert given[database] == ["database_password"]
    assert set(re.findall(r"^  (\w+): \{file: \./\1\}$", secrets, re.MULTILINE)) == {*given[database], *given[bot]}
    assert re.findall(r"^  (\w+): \{\}$", volumes, re.MULTILINE) == re.findall(r'volumes: \["(\w+):', database)
    assert "replicas: 2\n" in bot


def test_settings_are_read_from_the_secrets_of_the_compose_file(tmp_path: Path) -> None:
    url = "postgresql://ramino:opensesame@database/ramino"
    (tmp_path / "discord_token").write_text("a-token\n")
    (tmp_path / "database_url").write_text(f"{url}\n")
    settings = read_settings(tmp_path / ".env", tmp_path)
    assert settings.database_url.get_secret_value() == url
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "a-token"


def test_the_unit_and_the_guide_name_the_same_paths() -> None:
    unit = (ROOT / "deploy" / "ramino.service").read_text("utf-8")
    assert "WorkingDirectory=/opt/ramino\n" in unit
    assert "/opt/ramino" in GUIDE
    assert "ReadWritePaths=/opt/ramino/var\n" in unit
