"""The rules that a table plays by: house rules, codes, and the variants that a server has saved."""
