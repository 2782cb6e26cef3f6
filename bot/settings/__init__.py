"""The settings, read from the environment and checked."""
