"""What results mean: standings. Pure: facts in, tables out."""
