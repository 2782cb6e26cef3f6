"""The stored tournaments: what finds them without the ledger, and what a person's data says of them."""
