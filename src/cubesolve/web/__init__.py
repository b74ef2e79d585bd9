"""The page and its server: static files, and a small stateless JSON API."""
