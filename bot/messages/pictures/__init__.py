"""Pictures that are drawn when they are asked for."""
