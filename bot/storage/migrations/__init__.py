"""The steps from one schema to the next, oldest first; none is ever changed once it has been released."""
