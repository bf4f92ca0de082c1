//! Streams of random numbers, the same on every machine.
