//! The strict reader of the statement's input format.
