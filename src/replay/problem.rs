//! Mates in a few moves: all first moves that force one, to hold a problem's stipulation against its position.
