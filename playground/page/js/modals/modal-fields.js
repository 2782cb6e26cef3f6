// The fields of a modal: text, select, radio buttons, checkboxes, yes or no, files. Each is read as Discord sends it.

import * as api from "../client/api.js";
import { h } from "../dom.js";
import { markdown } from "../messages/markdown.js";
import { choicesOf, select } from "../messages/select.js";

let serial = 0;

/** Returns {node, read(), problem(), focus()} for a top component of a modal. */
export function fieldOf(it, pane) {
  if (it.type === 10) {
    const node = h("div.markdown", {}, markdown(it.content ?? "", pane.context.names));
    return { node, read: () => null, problem: () => null, focus() {} };
  }
  if (it.type === 1) {
    const child = it.components[0];
    const field = inner(child, pane, child.label);
    return { ...field, node: labelled(child.label, null, child, field), read: () => ({ type: 1, components: [field.read()] }) };
  }
  const field = inner(it.component, pane, it.label);
  return {
    ...field,
    node: labelled(it.label, it.description, it.component, field),
    read: () => ({ type: it.type, id: it.id, component: field.read() }),
  };
}

function labelled(label, description, it, field) {
  const needed = it.required !== false && it.type !== 23;
  const head = [label, needed && h("span.required", { title: "required" }, " *")];
  const about = description && h("small", {}, description);
  if (field.group) return h("fieldset.field", {}, h("legend", {}, head), about, field.control);
  return h("div.field", {}, h("label", { for: field.id }, head), about, field.control, field.after);
}

function inner(it, pane, label) {
  switch (it.type) {
    case 3: case 5: case 6: case 7: case 8: return menu(it, pane, label);
    case 4: return text(it, label);
    case 19: return upload(it, pane, label);
    case 21: return ticks(it, label, { kind: "radio" });
    case 22: return ticks(it, label, { kind: "checkbox" });
    case 23: return yesNo(it);
    default: return { control: h("p.unknown", {}, `(a field of type ${it.type})`), read: () => it, problem: () => null, focus() {} };
  }
}

const needed = (it) => it.required !== false;

function text(it, label) {
  const id = `field-${++serial}`;
  const many = it.style === 2;
  const { min_length: least = 0, max_length: most = 4000 } = it;
  const count = h("span.count", { "aria-hidden": "true" });
  const control = h(many ? "textarea" : "input", {
    id,
    type: many ? null : "text",
    rows: many ? 4 : null,
    placeholder: it.placeholder,
    maxlength: most,
    required: needed(it),
    autocomplete: "off",
    "data-custom-id": it.custom_id,
    oninput: () => showCount(),
  });
  control.value = it.value ?? "";
  const showCount = () => (count.textContent = it.max_length ? `${control.value.length} / ${most}` : "");
  showCount();
  return {
    id,
    control,
    after: count,
    read: () => ({ type: 4, id: it.id, custom_id: it.custom_id, value: control.value }),
    problem() {
      const { length } = control.value.trim() ? control.value : "";
      if (!length) return needed(it) ? `${label}: this is needed.` : null;
      return length < least ? `${label}: at least ${least} characters.` : null;
    },
    focus: () => control.focus(),
  };
}

function menu(it, pane, label) {
  const id = `field-${++serial}`;
  const options = choicesOf(it, pane.client);
  let values = options.filter((option) => option.default).map(({ value }) => value);
  const control = select({ it, options, popup: pane.popup, key: `modal ${it.custom_id} ${id}`, id, onChosen: (chosen) => (values = chosen) });
  return {
    id,
    control,
    read: () => ({ type: it.type, id: it.id, custom_id: it.custom_id, values }),
    problem: () => (needed(it) && values.length < Math.max(1, it.min_values ?? 1) ? `${label}: choose something.` : null),
    focus: () => control.focus(),
  };
}

/** Returns radio buttons, which send one `value`, or checkboxes, which send `values`. */
function ticks(it, label, { kind }) {
  const name = `field-${++serial}`;
  const boxes = (it.options ?? []).map((option) => {
    const box = h("input", { type: kind, name, value: option.value, "data-value": option.value });
    box.checked = Boolean(option.default);
    return { box, node: tickRow(box, option.label, option.description) };
  });
  const chosen = () => boxes.filter(({ box }) => box.checked).map(({ box }) => box.value);
  const least = kind === "radio" ? 1 : Math.max(1, it.min_values ?? 1);
  const most = it.max_values ?? boxes.length;
  return {
    group: true,
    control: h("div.ticks", { "data-custom-id": it.custom_id }, boxes.map(({ node }) => node)),
    read: () => ({ type: it.type, id: it.id, custom_id: it.custom_id, ...(kind === "radio" ? { value: chosen()[0] ?? null } : { values: chosen() }) }),
    problem() {
      const count = chosen().length;
      if (count < least && (needed(it) || count)) return `${label}: choose ${least > 1 ? `at least ${least}` : "something"}.`;
      return kind === "checkbox" && count > most ? `${label}: at most ${most}.` : null;
    },
    focus: () => boxes[0]?.box.focus(),
  };
}

function yesNo(it) {
  const id = `field-${++serial}`;
  const box = h("input", { type: "checkbox", id, "data-custom-id": it.custom_id });
  box.checked = Boolean(it.default ?? it.value);
  return {
    id,
    control: tickRow(box, "Yes"),
    read: () => ({ type: 23, id: it.id, custom_id: it.custom_id, value: box.checked }),
    problem: () => null,
    focus: () => box.focus(),
  };
}

function tickRow(box, label, description) {
  return h("label.tick-row", {}, box, h("span", {}, label, description && h("small", {}, description)));
}

/** Returns a field for files. They are uploaded when they are chosen, and the modal sends their ids. */
function upload(it, pane, label) {
  const id = `field-${++serial}`;
  let sent = [];
  let trouble = null;
  const most = it.max_values ?? 1;
  const note = h("small", { "aria-live": "polite" });
  const control = h("input", { type: "file", id, multiple: most > 1, "data-custom-id": it.custom_id, onchange: () => send() });
  async function send() {
    sent = [];
    trouble = `${label}: the file is still on its way.`;
    try {
      sent = await Promise.all([...control.files].slice(0, most).map((file) => api.upload(pane.client.me.id, file)));
      trouble = null;
    } catch (refusal) {
      trouble = refusal.message;
    }
    note.textContent = trouble ?? sent.map(({ filename }) => filename).join(", ");
  }
  return {
    id,
    control,
    after: note,
    read: () => ({ type: 19, id: it.id, custom_id: it.custom_id, values: sent.map((attachment) => attachment.id) }),
    problem: () => trouble ?? (needed(it) && sent.length < Math.max(1, it.min_values ?? 1) ? `${label}: choose a file.` : null),
    focus: () => control.focus(),
  };
}
