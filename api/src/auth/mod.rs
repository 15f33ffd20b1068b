//! Authentication of callers: passwords, tokens and login rate limiting.

mod bootstrap;
pub(crate) mod jwt_provider;
pub(crate) mod names;
mod password;
pub(crate) mod share_token;
mod throttle;
mod token;

pub(crate) use bootstrap::Bootstrap;
pub use bootstrap::FIRST_ADMIN;
pub use password::PasswordCost;
pub(crate) use password::{Passwords, generate};
pub(crate) use throttle::UNKNOWN_ADDRESS;
pub(crate) use throttle::{Attempt, Throttle};
pub(crate) use token::{Bearer, MAX_LIFETIME as MAX_TOKEN_LIFETIME, TYPE as TOKEN_TYPE, Tokens};
