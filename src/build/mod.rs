//! Constructing extreme states as compressed witnesses.
