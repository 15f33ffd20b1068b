//! What can go wrong when the simulator is set up. Bad requests are answered, they are no errors here.

use std::{io, net::SocketAddr, path::PathBuf};

/// Why a simulator could not be started or stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulatorError {
    /// The address is taken or not ours.
    #[error("cannot listen on {address}: {source}; choose another address or port 0")]
    Listen {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// A file of the replay folder cannot be read.
    #[error("cannot read {path}: {source}; --replay wants a folder with instagram/ or tiktok/ in it")]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder without recordings was given.
    #[error(
        "{path} holds neither instagram/expected.json nor tiktok/expected.json, so there is nothing to replay"
    )]
    NothingToReplay {
        /// The folder given.
        path: PathBuf,
    },
    /// An index of recordings is not in the documented shape.
    #[error("{path} is no index of recordings: {source}")]
    Index {
        /// The index file.
        path: PathBuf,
        /// What does not fit.
        source: serde_json::Error,
    },
    /// The clock would run backwards or not at a finite speed.
    #[error("clock speed {speed} is not possible; give 0 (stands still) or a positive number")]
    ClockSpeed {
        /// The speed asked for.
        speed: f64,
    },
    /// The events asked for are none.
    #[error("{part:?} is no event with its rate; give some like renames=20,item_deletions=5")]
    Events {
        /// What was not understood.
        part: String,
    },
    /// Too much would happen.
    #[error("{rate} events a week are more than {most} to a thousand; give a lower rate")]
    EventRate {
        /// The rate asked for.
        rate: u32,
        /// The highest one.
        most: u32,
    },
    /// More requests would go wrong than there are.
    #[error("chaos of {per_mille} in a thousand is not possible; give at most 1000")]
    Chaos {
        /// What was asked for.
        per_mille: u32,
    },
    /// A fault that cannot come by lot.
    #[error("{kind} needs to be told about whom or what, so it cannot be sampled; add it as a fault")]
    ChaosKind {
        /// The fault asked for.
        kind: String,
    },
    /// Documents would get new ids all the time, or keep more than two.
    #[error(
        "documents need a time between two of their ids, and the old one may not outlive the next; give --documents-every more hours than --documents-overlap"
    )]
    Rotation,
    /// The serving task ended on its own.
    #[error("the server ended with an error: {0}")]
    Serve(#[source] io::Error),
    /// The serving task was lost.
    #[error("the server task was lost: {0}")]
    Lost(#[source] tokio::task::JoinError),
}
