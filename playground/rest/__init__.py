"""The REST API, version 10: one file a family of routes, each route a plain function from a call to an answer."""
