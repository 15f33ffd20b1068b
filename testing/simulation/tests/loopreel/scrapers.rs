//! Scrapers in the process of the test.

use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use clipmeter_fixtures::database::World;
use clipmeter_runtime::Random;
use clipmeter_scraper::config::{RunArgs, RunConfig};
use clipmeter_scraper::run::{RunDependencies, work};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::Server;
use uuid::Uuid;

pub(crate) struct InProcessScrapers {
    world: Arc<World>,
    pub(crate) api: String,
    platform: String,
}

impl std::fmt::Debug for InProcessScrapers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InProcessScrapers").finish_non_exhaustive()
    }
}

impl InProcessScrapers {
    /// Serves the world's gRPC API to the scrapers until the test's runtime ends.
    pub(crate) async fn start(world: &Arc<World>, platform: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let api = format!("http://{}", listener.local_addr().unwrap());
        let routes = world.api.grpc_routes(world.api.token_authenticator());
        tokio::spawn(
            Server::builder()
                .add_routes(routes)
                .serve_with_incoming(TcpListenerStream::new(listener)),
        );
        Self {
            world: Arc::clone(world),
            api,
            platform: platform.to_owned(),
        }
    }
}

#[async_trait]
impl RunStarter for InProcessScrapers {
    async fn start(&self, run: Uuid) -> Result<(), StartRunError> {
        let token = self.world.api.run_token(run).unwrap();
        let args = RunArgs {
            run_id: run,
            api: self.api.clone(),
            api_ca: None,
            stop_with_stdin: false,
            deadline_seconds: None,
        };
        let config = RunConfig::new(args, |name| match name {
            "CLIPMETER_RUN_TOKEN" => Some(token.clone()),
            "CLIPMETER_LOOPREEL_URL" | "CLIPMETER_TIKTOK_URL" => Some(self.platform.clone()),
            "CLIPMETER_REQUEST_DELAY_FACTOR" => Some("0".to_owned()),
            _ => None,
        })
        .unwrap();
        let dependencies = RunDependencies {
            clock: Arc::clone(&self.world.clock) as _,
            random: Arc::new(Random::seeded(1)),
            stop: CancellationToken::new(),
            api: Arc::new(config.api_client().unwrap()),
            transports: Arc::new(config.http_transports()),
        };
        tokio::spawn(async move { work(&config, &dependencies).await.unwrap() });
        Ok(())
    }
}
