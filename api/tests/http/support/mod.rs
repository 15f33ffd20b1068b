//! A runtime for all tests; a database, an API and users for each test.

mod desired_state;
mod response;
mod starter;
mod world;

use std::future::Future;
use std::sync::LazyLock;

use tokio::runtime::Runtime;

pub(crate) use desired_state::FakeDesiredState;
pub(crate) use response::TestResponse;
pub(crate) use starter::{FakeStarter, Script};
pub(crate) use world::{ADMIN_PASSWORD, World};

/// The runtime, which outlives all tests, so that the server and pools that a test creates do not end with it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

/// Runs a test.
pub(crate) fn run(test: impl Future<Output = ()>) {
    RUNTIME.block_on(test);
}
