"""Actions of people, checked and completed as Discord's own client does: it offers no disabled button or unknown command."""
