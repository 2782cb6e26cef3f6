"""How strong the computer players are, and how long they think."""
