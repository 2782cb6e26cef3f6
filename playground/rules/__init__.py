"""What Discord refuses. Each module reads one kind of body, and gives back what Discord would make of it."""
