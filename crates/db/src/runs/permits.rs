//! Reserves permits for the requests of runs.

use clipmeter_proto::v1::ReservePermitsRequest;
use uuid::Uuid;

use super::RunStore;
use super::addresses::DIRECT;
use crate::rate_limits::permits::{self, RateLimitSubject};
use crate::sessions::proxies;
use crate::{DbError, codes, platform_config};

impl RunStore {
    /// Reserves permits, and returns the wait for each in milliseconds; see `Ingest.ReservePermits` in the
    /// proto.
    pub async fn reserve_permits(
        &self,
        run: Uuid,
        token: Uuid,
        request: &ReservePermitsRequest,
    ) -> Result<Vec<u32>, DbError> {
        let endpoint = codes::code("endpoint", &request.endpoint)?;
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let lease = sqlx::query!(
            r#"
            SELECT r.platform, r.address, s.id AS "session?", s.slow_until > $4 AS slowed, s.proxy_id AS "proxy_id?"
            FROM runs r LEFT JOIN sessions s ON s.leased_run_id = r.id AND s.id = $3
            WHERE r.id = $1 AND r.lease_token = $2 AND r.ended_at IS NULL
            "#,
            run,
            token,
            request.session_id,
            now
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(lease) = lease else {
            drop(tx);
            return Err(self.refusal_reason(run, token).await?);
        };
        let session = (request.session_id != 0).then_some(lease.session);
        if session == Some(None) {
            // The session has been taken out of the pool; the unit is read with another one.
            return Ok(vec![permits::deferred_wait_ms()]);
        }
        let own = lease.proxy_id.map(proxies::key);
        let subject = RateLimitSubject {
            run,
            platform: codes::platform(&lease.platform),
            address: match &own {
                Some(own) => own,
                None if lease.address.is_empty() => DIRECT,
                None => &lease.address,
            },
            session: session.flatten(),
            slowed: lease.slowed.unwrap_or(false),
        };
        let platform_config = platform_config::current(&mut tx).await?.effective()?;
        let requested = (request.permits, request.delay_factor);
        let waits = permits::reserve_permits(
            &mut tx,
            now,
            &platform_config,
            &subject,
            endpoint,
            requested,
            &self.random,
        )
        .await?;
        tx.commit().await?;
        self.reported.permits(subject.platform, &waits);
        Ok(waits)
    }
}
