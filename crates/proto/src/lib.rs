//! The gRPC contract of Clipmeter, version 1. The messages and their meaning are documented in
//! `proto/clipmeter/v1/*.proto`; this crate adds the code of each outcome that SQL, JSON and the dashboard use, the
//! policy of each outcome, and the connection setup that all clients share.
#![warn(missing_docs)]

pub mod bounds;
mod client;
mod leader_term;
mod outcome;
mod outcome_policy;
mod redacted;
mod text;
pub mod trace_context;

pub use client::{Authority, Bearer, ClientConfigError, Credential, endpoint};
pub use leader_term::{InvalidLeaderTerm, LEADER_TERM, LeaderTerm};
pub use outcome::UnknownOutcome;
pub use outcome_policy::{AddressAction, OutcomePolicy, RecoveryStep, Schedule, SessionAction};
pub use text::OutcomeSubject;

/// The messages, clients and servers of `clipmeter.v1`, written by `scripts/generate`.
#[allow(clippy::all, clippy::pedantic, missing_docs, unreachable_pub)]
pub mod v1 {
    pub use clipmeter_domain::Platform;

    include!("generated/clipmeter.v1.rs");
}
