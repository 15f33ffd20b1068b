//! Transactions, the desired state, and overload.

mod client_disconnect;
mod desired_state;
mod overload;
mod transaction;
