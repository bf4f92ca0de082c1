//! Players, births and stop rules: how simulated games are played.
