//! Who a caller is: passwords, tokens, and the brake on guessing.

mod bootstrap;
mod password;
mod throttle;
mod token;

pub(crate) use bootstrap::bootstrap_admin;
pub(crate) use password::Passwords;
pub(crate) use throttle::Throttle;
pub(crate) use throttle::UNKNOWN_ADDRESS;
pub(crate) use token::{Bearer, Tokens};
