"""The Jupyter server's part: an authenticated proxy that carries rows of the contract and adds the API key."""
