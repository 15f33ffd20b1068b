//! Transactions, the desired state, overload, and read replicas.

mod client_disconnect;
mod desired_state;
mod overload;
mod read_replicas;
mod transaction;
