//! Tests of sign-in, sign-out and tokens.

mod self_service;
mod sign_in;
mod throttle;
mod token;
