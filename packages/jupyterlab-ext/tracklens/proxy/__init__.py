"""Jupyter server extension: an authenticated proxy for the endpoints of the service that adds the API key."""
