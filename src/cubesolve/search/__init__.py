"""What searches share and that knows no size."""
