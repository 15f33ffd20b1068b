//! The addresses that runs send requests from, and what runs report about addresses and endpoints.

use std::collections::HashMap;

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::{Address, AddressReport, EndpointReport, Outcome, Platform, RequestStats};
use secrecy::ExposeSecret as _;
use sqlx::PgConnection;
use uuid::Uuid;

use super::RunStore;
use crate::rate_limits::addresses;
use crate::rate_limits::endpoint_history::{self, EndpointClient};
use crate::scraper_pools::{self, Egress};
use crate::sessions::{self, proxies};
use crate::{DbError, platform_config};

/// The name of the address of scrapers that use no proxy.
pub(super) const DIRECT: &str = "direct";

/// Maximum number of refusals of its address that are accepted from one run. Others use the same address: beyond
/// this number they find out for themselves whether it is refused. A scraper waits or ends long before,
/// because a refused address grants no permits.
const MAX_ADDRESS_REPORTS: i32 = 8;

/// Maximum length of an address's name.
const MAX_SOURCE_ADDRESS: usize = 60;

impl RunStore {
    /// Records the address that a run's requests leave from, and returns it. Fails if the run's scraper pool cannot
    /// be used.
    pub async fn address(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        pool: Option<&str>,
        source_address: &str,
    ) -> Result<Address, DbError> {
        let Egress { key: own, proxy } = if let Some(pool) = pool {
            scraper_pools::egress_of(connection, &self.secrets, pool, platform).await?
        } else {
            let proxy = proxies::serving(connection, &self.secrets, platform).await?;
            let key = proxy.as_ref().map(proxies::DecryptedProxy::key);
            Egress { key, proxy }
        };
        let key = match (&own, source_address) {
            (Some(key), _) => key,
            (None, "") => DIRECT,
            (None, name) => named(name)?,
        };
        sqlx::query!("UPDATE runs SET address = $2 WHERE id = $1", run, key)
            .execute(&mut *connection)
            .await?;
        let now = self.clock.now();
        let (cooldowns, works) =
            endpoint_history::load(connection, now, platform, EndpointClient::Anonymous(key)).await?;
        Ok(Address {
            key: key.to_owned(),
            proxy: proxy.map_or_else(String::new, |proxy| proxy.url.expose_secret().to_owned()),
            cooldowns,
            works,
            direct: pool.is_some(),
        })
    }

    /// Records an endpoint's outcome for a session, or for the anonymous clients of the run's address.
    pub(crate) async fn note_endpoint(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        report: &EndpointReport,
    ) -> Result<(), DbError> {
        let now = self.clock.now();
        let address = address_of(connection, run).await?;
        let owner = match report.session_id {
            0 => EndpointClient::Anonymous(&address),
            session if sessions::is_of(connection, run, session).await? => EndpointClient::Session(session),
            _ => return Ok(()),
        };
        // The session is locked before its endpoint history, as in re-enabling; otherwise the two could
        // deadlock.
        let retired = match owner {
            EndpointClient::Session(session) if report.outcome() == Outcome::EndpointRetired => {
                sessions::of_run(connection, run, session).await?
            }
            _ => None,
        };
        endpoint_history::record(connection, now, run, platform, owner, report).await?;
        if let Some(record) = retired {
            let platform_config = platform_config::current(connection).await?.effective()?;
            let closed = endpoint_history::closed(connection, now, report.session_id).await?;
            if let Some(until) = platform_config.instagram.strategies.locked_out_until(&closed) {
                sessions::lock_out(connection, now, report.session_id, &record, until).await?;
            }
        }
        Ok(())
    }

    /// Evaluates the addresses that the run probes from the outcomes of a unit's requests. Those of a session may have left
    /// from another address.
    pub(crate) async fn note_probes(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        request_stats: &[RequestStats],
    ) -> Result<(), DbError> {
        let probed = addresses::probed_by(connection, run, platform).await?;
        if probed.is_empty() {
            return Ok(());
        }
        let mut outcomes: HashMap<String, Vec<Outcome>> = HashMap::new();
        for stats in request_stats.iter().filter(|stats| stats.requests > 0) {
            let address = address_of_session(connection, run, stats.session_id).await?;
            outcomes.entry(address).or_default().push(stats.outcome());
        }
        for address in probed {
            let outcomes = outcomes.get(&address).map_or(&[][..], Vec::as_slice);
            addresses::note_probe(connection, self.clock.now(), platform, &address, outcomes).await?;
        }
        Ok(())
    }

    /// Puts the address of a session on cooldown when the open circuit breaker kept the session from ending.
    pub(crate) async fn cool_address(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        session: i64,
        outcome: Outcome,
    ) -> Result<(), DbError> {
        let address = address_of_session(connection, run, session).await?;
        addresses::block(connection, self.clock.now(), platform, &address, outcome).await
    }

    /// Records an outcome for the run's address, or for that of its session.
    pub(crate) async fn note_address(
        &self,
        connection: &mut PgConnection,
        run: Uuid,
        platform: Platform,
        report: &AddressReport,
    ) -> Result<(), DbError> {
        if report.outcome() == Outcome::Unspecified {
            return Err(DbError::invalid("the report of an address needs an outcome"));
        }
        let now = self.clock.now();
        let address = match report.session_id {
            0 => address_of(connection, run).await?,
            session if sessions::is_of(connection, run, session).await? => {
                address_of_session(connection, run, session).await?
            }
            _ => return Ok(()),
        };
        let outcome = report.outcome();
        if outcome.policy().address == AddressAction::Keep {
            return Ok(());
        }
        let counted = sqlx::query!(
            "UPDATE runs SET address_reports = address_reports + 1 WHERE id = $1 AND address_reports < $2",
            run,
            MAX_ADDRESS_REPORTS
        )
        .execute(&mut *connection)
        .await?;
        if counted.rows_affected() == 0 {
            tracing::warn!(%run, "a run reported more refusals of its address than are accepted");
            return Ok(());
        }
        addresses::note_address(
            connection,
            now,
            platform,
            &address,
            outcome,
            report.retry_after_seconds,
        )
        .await
    }
}

/// Returns the address that a run's requests with this session leave from.
async fn address_of_session(
    connection: &mut PgConnection,
    run: Uuid,
    session: i64,
) -> Result<String, DbError> {
    match proxies::key_of_session(connection, session).await? {
        Some(own) => Ok(own),
        None => address_of(connection, run).await,
    }
}

async fn address_of(connection: &mut PgConnection, run: Uuid) -> Result<String, DbError> {
    let address = sqlx::query_scalar!("SELECT address FROM runs WHERE id = $1", run)
        .fetch_one(connection)
        .await?;
    Ok(if address.is_empty() {
        DIRECT.to_owned()
    } else {
        address
    })
}

/// Validates the name of an address that is used as a key.
fn named(name: &str) -> Result<&str, DbError> {
    let is_name = name.len() <= MAX_SOURCE_ADDRESS
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    if is_name {
        Ok(name)
    } else {
        Err(DbError::invalid(format!(
            "source_address must be at most {MAX_SOURCE_ADDRESS} letters, digits, dots, hyphens and underscores"
        )))
    }
}
