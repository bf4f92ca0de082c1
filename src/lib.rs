//! A toolkit for the contest problem "Game Moves".

pub mod build;
pub mod cli;
pub mod game;
pub mod input;
pub mod judge;
pub mod limits;
pub mod package;
pub mod plan;
pub mod policy;
pub mod reach;
pub mod report;
pub mod seed;
pub mod witness;
