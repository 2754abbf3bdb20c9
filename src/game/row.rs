//! One game as a row of named columns.
