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
    #[error("cannot read {path}: {source}; --replay needs a folder with instagram/ or tiktok/ in it")]
    Read { path: PathBuf, source: io::Error },
    /// The given folder has no recordings.
    #[error(
        "{path} holds neither instagram/expected.json nor tiktok/expected.json, so there is nothing to replay"
    )]
    NothingToReplay {
        /// The given folder.
        path: PathBuf,
    },
    /// An index of recordings does not have the documented structure.
    #[error("{path} is not an index of recordings: {source}")]
    Index {
        /// The index file.
        path: PathBuf,
        /// The mismatch.
        source: serde_json::Error,
    },
    /// The clock would run backwards or at an infinite speed.
    #[error("clock speed {speed} is not possible; give 0 (stands still) or a positive number")]
    ClockSpeed {
        /// The requested speed.
        speed: f64,
    },
    /// The events cannot be parsed.
    #[error("{part:?} is not an event with its rate; give some like renames=20,item_deletions=5")]
    Events {
        /// The invalid part.
        part: String,
    },
    /// The event rate is too high.
    #[error("{rate} events a week are more than {most} to a thousand; give a lower rate")]
    EventRate {
        /// The requested rate.
        rate: u32,
        /// The maximum rate.
        most: u32,
    },
    /// The fault rate exceeds a thousand per thousand.
    #[error("chaos of {per_mille} in a thousand is not possible; give at most 1000")]
    Chaos {
        /// The requested rate.
        per_mille: u32,
    },
    /// The fault cannot occur randomly.
    #[error("{kind} needs a target, so it cannot be sampled; add it as a fault")]
    ChaosKind {
        /// The requested fault.
        kind: String,
    },
    /// Documents would be rotated continuously, or more than two IDs would be valid at once.
    #[error(
        "documents need a time between two of their ids, and the old one may not outlive the next; give --documents-every more hours than --documents-overlap"
    )]
    Rotation,
    /// The serving task ended unexpectedly.
    #[error("the server ended with an error: {0}")]
    Serve(#[source] io::Error),
    /// The serving task was lost.
    #[error("the server task was lost: {0}")]
    Lost(#[source] tokio::task::JoinError),
}
