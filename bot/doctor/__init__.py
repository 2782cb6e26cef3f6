"""What `make doctor` examines and reports."""
