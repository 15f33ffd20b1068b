//! The HTTP server of an [`Api`].

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use secrecy::SecretString;

use super::database::Database;
use super::export_slots::ExportSlots;
use super::router::router;
use super::scrapes::Scrapes;
use super::state::{HttpState, TagKey};
use crate::auth::{Bootstrap, Passwords, Throttle, Tokens};
use crate::control_plane::{DesiredState, RunStarter};
use crate::{Api, ApiError};

/// Deadline of a request in addition to the time it waits for a run.
const TIMEOUT_BESIDE_WAITING: Duration = Duration::from_secs(15);

impl Api {
    /// Returns the router with the API under `/api`, the web app, `/livez` and `/readyz`. Serve it with
    /// `into_make_service_with_connect_info::<SocketAddr>()`: login rate limiting is by address.
    pub fn http_router(&self, runs: Arc<dyn RunStarter>, desired: Arc<dyn DesiredState>) -> Router {
        router(Arc::new(HttpState {
            database: Database::new(
                self.pools.app.clone(),
                Arc::clone(self.change_notifications.revisions()),
                desired,
                self.storage.clone(),
            ),
            clock: Arc::clone(&self.clock),
            secrets: Arc::clone(&self.secrets),
            tokens: Tokens::new(self.secrets.users.bytes()),
            passwords: Passwords::new(self.password_cost),
            throttle: Throttle::new(Arc::clone(&self.clock)),
            scrapes: Scrapes::new(self.runs.clone(), runs),
            exports: ExportSlots::default(),
            tag_key: TagKey::generate(),
            run_wait: self.run_wait,
            timeout: self.run_wait + TIMEOUT_BESIDE_WAITING,
            registration: self.registration,
            local_proxies: self.local_proxies,
            trusted_proxies: self.trusted_proxies.clone(),
            behind_tls: self.behind_tls,
            storage: self.storage.clone(),
        }))
    }

    /// Ensures that an admin can sign in. A given password becomes that of the user `admin`, who is created if missing,
    /// unless the previous start applied the same password; without one, a fresh database gets `admin` with a generated
    /// password, which is returned only this once.
    pub async fn bootstrap_admin(
        &self,
        password: Option<SecretString>,
    ) -> Result<Option<SecretString>, ApiError> {
        let bootstrap = Bootstrap {
            pool: &self.pools.app,
            passwords: &Passwords::new(self.password_cost),
            secrets: &self.secrets,
            now: self.clock.now(),
        };
        bootstrap.admin(password, &mut UnwrapErr(SysRng)).await
    }
}
