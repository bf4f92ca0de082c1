//! Comparing contestant outputs with the judge answers.
