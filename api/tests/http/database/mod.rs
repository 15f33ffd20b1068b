//! Writes: their transactions, and the desired state.

mod client_disconnect;
mod desired_state;
mod transaction;
