"""Compare scoring systems: scores of typical boards, the worth of a centre, laws, and past events."""
