"""The replay of a finished match as a file: a page that needs nothing else."""
