//! The services of a joined federate, one file for each group of the standard.

mod data_distribution;
mod declaration;
mod federation;
mod object;
mod ownership;
mod support;
mod time;
