//! Errors of setting up the simulator. Invalid requests get an error response instead.

use std::{io, net::SocketAddr, path::PathBuf};

/// The reason why a simulator could not be started or stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    /// The address is in use or not local.
    #[error("cannot listen on {address}: {source}; choose another address or port 0")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        source: io::Error,
    },
    /// A file of the replay folder cannot be read.
    #[error("cannot read {path}: {source}; --replay needs a folder that contains instagram/ or tiktok/")]
    Read { path: PathBuf, source: io::Error },
    /// The given folder has no recordings.
    #[error(
        "{path} contains neither instagram/expected.json nor tiktok/expected.json, so there is nothing to replay"
    )]
    NothingToReplay {
        /// The given folder.
        path: PathBuf,
    },
    /// An index of recordings does not have the documented structure.
    #[error("{path} is not a valid index of recorded responses: {source}")]
    Index {
        /// The index file.
        path: PathBuf,
        /// The mismatch.
        source: serde_json::Error,
    },
    /// The clock would run backwards or at an infinite speed.
    #[error("the clock speed {speed} is invalid; use 0 to stop the clock, or a positive number")]
    ClockSpeed {
        /// The requested speed.
        speed: f64,
    },
    /// The events cannot be parsed.
    #[error("{part:?} is not an event with a rate; write events as renames=20,item_deletions=5")]
    Events {
        /// The invalid part.
        part: String,
    },
    /// The event rate is too high.
    #[error("a rate of {rate} events per week exceeds {most} per thousand; use a lower rate")]
    EventRate {
        /// The requested rate.
        rate: u32,
        /// The maximum rate.
        most: u32,
    },
    /// The fault rate exceeds a thousand per thousand.
    #[error("{per_mille} faults per thousand requests are not possible; use at most 1000")]
    Chaos {
        /// The requested rate.
        per_mille: u32,
    },
    /// The fault cannot occur randomly.
    #[error("{kind} needs a target, so it cannot be a random fault; add it with POST /faults")]
    ChaosKind {
        /// The requested fault.
        kind: String,
    },
    /// Documents would be rotated continuously, or more than two IDs would be valid at once.
    #[error(
        "an old document ID must not stay valid longer than the next one; --documents-every must be greater than --documents-overlap"
    )]
    Rotation,
    /// The serving task ended unexpectedly.
    #[error("the server failed: {0}")]
    Serve(#[source] io::Error),
    /// The serving task was lost.
    #[error("the server task ended unexpectedly: {0}")]
    Lost(#[source] tokio::task::JoinError),
}
