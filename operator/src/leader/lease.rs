//! Leader election with a lease. Each write of the lease contains the resource version that was read, so that the API server
//! rejects one of two operators that try to take the lease at the same time.

use std::time::{Duration, Instant};

use k8s_openapi::api::coordination::v1::{Lease as Record, LeaseSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use k8s_openapi::jiff::Timestamp;
use kube::api::{ObjectMeta, PostParams};
use kube::{Api, Client, Resource as _};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::decide::{self, Decision, ObservedLease};
use crate::error::Error;
use crate::leadership::{DURATION, Leadership};

/// Renewal interval: two renewals may fail before the lease expires.
const RENEW_EVERY: Duration = Duration::from_secs(5);
/// How often other candidates check the lease.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Timeout of a renewal, so that there is time for another attempt.
const CALL_TIMEOUT: Duration = Duration::from_secs(4);

pub(crate) struct Lease {
    api: Api<Record>,
    name: String,
    identity: String,
}

impl Lease {
    /// `identity` must be unique to each operator.
    pub(crate) fn new(client: Client, namespace: &str, name: &str, identity: &str) -> Self {
        Self {
            api: Api::namespaced(client, namespace),
            name: name.to_owned(),
            identity: identity.to_owned(),
        }
    }

    /// Waits until this operator holds the lease, and has time to renew it. Returns the lease, and a time at or before it was acquired.
    pub(crate) async fn acquire(&self) -> (Record, Instant) {
        let mut observed = ObservedLease::default();
        loop {
            let began = Instant::now();
            match self.try_acquire(&mut observed).await {
                Ok(Some(record)) if began.elapsed() + CALL_TIMEOUT < DURATION => return (record, began),
                Ok(Some(_)) => {
                    tracing::warn!("the lease was acquired too late to be used; renewing it");
                    continue;
                }
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "cannot read the lease; retrying"),
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    async fn try_acquire(&self, observed: &mut ObservedLease) -> Result<Option<Record>, Error> {
        let Some(record) = self.api.get_opt(&self.name).await? else {
            return match self.api.create(&PostParams::default(), &self.new_record()).await {
                Ok(record) => Ok(Some(record)),
                Err(kube::Error::Api(status)) if status.code == 409 => Ok(None),
                Err(error) => Err(error.into()),
            };
        };
        let spec = record.spec.clone().unwrap_or_default();
        match observed.decide(&spec, &self.identity, Instant::now(), DURATION) {
            Decision::Wait => Ok(None),
            Decision::Take => match self.write(&record, Some(&self.identity)).await {
                Ok(record) => Ok(Some(record)),
                Err(error) if error.has_http_code(409) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// Renews the lease until `stop`. Fails if another operator holds the lease, or may hold it.
    pub(crate) async fn renew_until(
        &self,
        mut record: Record,
        leadership: &Leadership,
        stop: CancellationToken,
    ) -> Result<(), Error> {
        let mut pause = RENEW_EVERY;
        while stop.run_until_cancelled(sleep(pause)).await.is_some() {
            let began = Instant::now();
            match timeout(CALL_TIMEOUT, self.renew(&record)).await {
                Ok(Ok(written)) => {
                    leadership.renewed_at(began);
                    (record, pause) = (written, RENEW_EVERY);
                    continue;
                }
                Ok(Err(RenewError::Taken)) => return Err(Error::LeaseLost),
                Ok(Err(RenewError::Other(error))) => tracing::warn!(%error, "cannot renew the lease"),
                Err(_) => tracing::warn!("cannot renew the lease in time"),
            }
            // Retry soon, because the lease is about to expire.
            pause = Duration::from_secs(1);
            if leadership.age(Instant::now()) + CALL_TIMEOUT + pause > DURATION {
                return Err(Error::LeaseLost);
            }
        }
        Ok(())
    }

    /// Releases the lease, so that another operator need not wait for it to expire.
    pub(crate) async fn release(&self) -> Result<(), Error> {
        let record = self.api.get(&self.name).await?;
        let holder = record
            .spec
            .as_ref()
            .and_then(|spec| spec.holder_identity.as_deref());
        if holder == Some(&self.identity) {
            self.write(&record, None).await?;
        }
        Ok(())
    }

    /// Renews the lease. After a conflict, which may only be a changed label, the current holder decides the result.
    async fn renew(&self, record: &Record) -> Result<Record, RenewError> {
        match self.write(record, Some(&self.identity)).await {
            Err(error) if error.has_http_code(409) => {}
            other => return other.map_err(RenewError::Other),
        }
        let current = self
            .api
            .get(&self.name)
            .await
            .map_err(|error| RenewError::Other(error.into()))?;
        let holder = current
            .spec
            .as_ref()
            .and_then(|spec| spec.holder_identity.as_deref());
        if holder != Some(&self.identity) {
            return Err(RenewError::Taken);
        }
        self.write(&current, Some(&self.identity))
            .await
            .map_err(RenewError::Other)
    }

    fn new_record(&self) -> Record {
        Record {
            metadata: ObjectMeta {
                name: Some(self.name.clone()),
                ..ObjectMeta::default()
            },
            spec: Some(decide::next_spec(
                &LeaseSpec::default(),
                Some(&self.identity),
                DURATION,
                MicroTime(Timestamp::now()),
            )),
        }
    }

    async fn write(&self, record: &Record, holder: Option<&str>) -> Result<Record, Error> {
        let mut record = record.clone();
        record.meta_mut().managed_fields = None;
        let before = record.spec.take().unwrap_or_default();
        record.spec = Some(decide::next_spec(
            &before,
            holder,
            DURATION,
            MicroTime(Timestamp::now()),
        ));
        Ok(self
            .api
            .replace(&self.name, &PostParams::default(), &record)
            .await?)
    }
}

/// The documents promise a takeover within 20 seconds.
const _: () = assert!(DURATION.as_secs() + POLL_INTERVAL.as_secs() < 20);

/// The reason for a failed renewal.
enum RenewError {
    /// Another operator holds the lease.
    Taken,
    /// The renewal may succeed next time.
    Other(Error),
}
