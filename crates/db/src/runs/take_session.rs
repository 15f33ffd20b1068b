//! Leases sessions to runs for single units.

use clipmeter_proto::v1::TakeSessionResponse;
use uuid::Uuid;

use super::RunStore;
use super::lease::LEASE_LENGTH;
use crate::database::retry::{is_contention, retried};
use crate::rate_limits::endpoint_history::{self, EndpointClient};
use crate::{DbError, codes, sessions};

impl RunStore {
    /// Leases a session to a run for one of its units, and extends the run's lease; see `Ingest.TakeSession`
    /// in the proto.
    pub async fn take_session(
        &self,
        run: Uuid,
        token: Uuid,
        unit: i64,
        refused: &[i64],
    ) -> Result<TakeSessionResponse, DbError> {
        retried(is_contention, || {
            self.take_session_once(run, token, unit, refused)
        })
        .await
    }

    async fn take_session_once(
        &self,
        run: Uuid,
        token: Uuid,
        unit: i64,
        refused: &[i64],
    ) -> Result<TakeSessionResponse, DbError> {
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let leased = sqlx::query!(
            "UPDATE runs SET lease_expires_at = $3
             WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL
             RETURNING platform, scraper_pool,
                       (SELECT p.session_set FROM scraper_pools p WHERE p.name = runs.scraper_pool) AS session_set",
            run,
            token,
            now + LEASE_LENGTH
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(leased) = leased else {
            drop(tx);
            return Err(self.refusal_reason(run, token).await?);
        };
        let platform = codes::platform(&leased.platform);
        if !platform.descriptor().has_sessions {
            let name = platform.display_name();
            return Err(DbError::invalid(format!(
                "runs of {name} cannot request sessions"
            )));
        }
        let account = sqlx::query_scalar!(
            "SELECT account_id FROM run_units WHERE id = $1 AND run_id = $2",
            unit,
            run
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(|| DbError::invalid(format!("unit {unit} does not belong to this run")))?;
        if leased.scraper_pool.is_some() && leased.session_set.is_none() {
            // The scraper pool was deleted, and its sessions may belong to another one.
            tx.commit().await?;
            return Ok(TakeSessionResponse::default());
        }
        let session_request = sessions::SessionRequest {
            run,
            unit,
            account,
            set: leased.session_set.as_deref(),
            refused,
        };
        let mut lease = sessions::take(&mut tx, &self.secrets, now, &session_request).await?;
        if let Some(session) = &mut lease.response.session {
            let owner = EndpointClient::Session(session.session_id);
            (session.cooldowns, session.works) =
                endpoint_history::load(&mut tx, now, platform, owner).await?;
        }
        tx.commit().await?;
        if let Some(withheld) = lease.withheld {
            tracing::warn!(%run, reason = withheld.code(), "a run requested more sessions than its limit");
            self.reported.withheld(withheld);
        }
        Ok(lease.response)
    }
}
