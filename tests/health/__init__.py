"""Tests of what watches the bot."""
