//! Games that are recorded more than once.
