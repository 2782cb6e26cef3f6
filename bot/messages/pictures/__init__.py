"""Pictures: charts now; card pictures have their place here."""
