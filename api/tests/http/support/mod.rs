//! One server and one runtime for all tests; a database, an API and users for each.

mod desired_state;
mod response;
mod scraper;
mod starter;
mod world;

use std::future::Future;
use std::sync::LazyLock;

use clipmeter_embedded_postgres::TestServer;
use tokio::runtime::Runtime;
use tokio::sync::OnceCell;

pub(crate) use desired_state::FakeDesiredState;
pub(crate) use response::TestResponse;
pub(crate) use scraper::Scraper;
pub(crate) use starter::{FakeStarter, Script};
pub(crate) use world::{ADMIN_PASSWORD, World};

/// Outlives every test, so that the server and pools that one test makes do not end with it.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().unwrap());

static SERVER: OnceCell<TestServer> = OnceCell::const_new();

/// Runs a test.
pub(crate) fn run(test: impl Future<Output = ()>) {
    RUNTIME.block_on(test);
}

async fn server() -> &'static TestServer {
    SERVER
        .get_or_init(async || TestServer::start().await.unwrap())
        .await
}
