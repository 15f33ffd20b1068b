//! The session leases from the runs' perspective, and the use of sessions from the platform's.

use std::collections::BTreeMap;

use clipmeter_proto::v1::Session;
use clipmeter_simulator::session_hash;
use uuid::Uuid;

/// The run that leases a session, and the session's number, by the hash of the session.
#[derive(Debug, Default)]
pub(crate) struct Holders(BTreeMap<String, (Uuid, i64)>);

impl Holders {
    /// Records the session that was leased to a run, in place of its previous one.
    pub(crate) fn leased(&mut self, run: Uuid, session: &Session) -> Result<(), String> {
        self.ended(run);
        let hash = session_hash(&session.value);
        match self.0.insert(hash.clone(), (run, session.session_id)) {
            Some((other, _)) => Err(format!("session {hash} was leased to {run} while {other} had it")),
            None => Ok(()),
        }
    }

    /// Checks that a run has leased the session of its request.
    pub(crate) fn used(&self, run: Uuid, session: &str) -> Result<(), String> {
        if self.0.get(session).is_some_and(|(holder, _)| *holder == run) {
            Ok(())
        } else {
            Err(format!(
                "run {run} used session {session}, which it does not have"
            ))
        }
    }

    /// Records the end of a run, which returns its session.
    pub(crate) fn ended(&mut self, run: Uuid) {
        self.0.retain(|_, (holder, _)| *holder != run);
    }

    /// Records that a session refused by the platform is added again: its previous run was informed and no longer uses it.
    pub(crate) fn re_added(&mut self, session: i64) {
        self.0.retain(|_, (_, used)| *used != session);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(value: &str) -> Session {
        Session {
            value: value.to_owned(),
            ..Session::default()
        }
    }

    #[test]
    fn session_check_fails_when_two_runs_use_one_session() {
        let (first, second) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let (one, other) = (session("1%3Aa"), session("2%3Ab"));
        let hash = session_hash(&one.value);
        let mut holders = Holders::default();
        holders.leased(first, &one).unwrap();
        holders.used(first, &hash).unwrap();
        holders.used(second, &hash).unwrap_err();
        holders.leased(second, &one).unwrap_err();
        holders.ended(second);
        holders.leased(first, &one).unwrap();
        holders.leased(first, &other).unwrap();
        holders.used(first, &hash).unwrap_err();
        holders.leased(second, &one).unwrap();
        holders.re_added(one.session_id);
        holders.used(second, &hash).unwrap_err();
        holders.leased(first, &one).unwrap();
    }
}
