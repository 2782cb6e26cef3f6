"""The seasons of a league, the table with which each ends, and which matches count in it."""
