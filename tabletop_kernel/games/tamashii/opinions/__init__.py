"""What bots and the coach think."""
