//! Diagnostics, tables and pictures.
