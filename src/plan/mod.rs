//! The test plan.
