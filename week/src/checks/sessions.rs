//! Who has which session, as the runs were told, and who uses them, as the platform sees it.

use std::collections::BTreeMap;

use clipmeter_proto::v1::{FetchBatchResponse, Platform};
use clipmeter_simulator::session_hash;
use uuid::Uuid;

/// The runs that hold a session, by the hash of the session.
#[derive(Debug, Default)]
pub(crate) struct Holders(BTreeMap<String, Uuid>);

impl Holders {
    /// Notes the session that a run was given with its work.
    pub(crate) fn leased(&mut self, run: Uuid, batch: &FetchBatchResponse) -> Result<(), String> {
        let Some(session) = &batch.session else {
            return Ok(());
        };
        if batch.platform() != Platform::Instagram {
            return Err(format!(
                "run {run} of {} was given a session",
                batch.platform().code()
            ));
        }
        let hash = session_hash(&session.value);
        match self.0.insert(hash.clone(), run) {
            Some(other) if other != run => {
                Err(format!("session {hash} was given to {run} while {other} had it"))
            }
            _ => Ok(()),
        }
    }

    /// Notes that a run has sent a request with a session.
    pub(crate) fn used(&self, run: Uuid, session: &str) -> Result<(), String> {
        if self.0.get(session) == Some(&run) {
            Ok(())
        } else {
            Err(format!(
                "run {run} used session {session}, which it does not have"
            ))
        }
    }

    /// Notes the end of a run, which returns what it has.
    pub(crate) fn ended(&mut self, run: Uuid) {
        self.0.retain(|_, holder| *holder != run);
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::Session;

    use super::*;

    fn batch(platform: Platform, value: &str) -> FetchBatchResponse {
        FetchBatchResponse {
            platform: platform.into(),
            session: Some(Session {
                value: value.to_owned(),
                ..Session::default()
            }),
            ..FetchBatchResponse::default()
        }
    }

    #[test]
    fn a_session_is_one_runs_until_its_end() {
        let (first, second) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let hash = session_hash("1%3Aa");
        let mut holders = Holders::default();
        holders
            .leased(first, &batch(Platform::Instagram, "1%3Aa"))
            .unwrap();
        holders.used(first, &hash).unwrap();
        holders.used(second, &hash).unwrap_err();
        holders
            .leased(second, &batch(Platform::Instagram, "1%3Aa"))
            .unwrap_err();
        holders.ended(second);
        holders
            .leased(first, &batch(Platform::Instagram, "1%3Aa"))
            .unwrap();
        holders
            .leased(first, &batch(Platform::Tiktok, "2%3Ab"))
            .unwrap_err();
    }
}
