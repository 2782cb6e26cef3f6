"""What commands and presses share: the error boundary, the services, and how a table or a league is found."""
