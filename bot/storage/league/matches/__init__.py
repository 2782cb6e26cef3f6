"""The stored results of matches with their corrections, and the columns, sums and pages that are read from them."""
