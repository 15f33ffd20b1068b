//! Who calls, from where, and when.

use std::net::IpAddr;

use axum::extract::MatchedPath;
use chrono::{DateTime, Utc};
use http::request::Parts;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Database, Transaction};
use crate::http::client_address::ClientAddress;
use crate::http::error::{ErrorCode, Problem};
use crate::store::audit::{self, Action, Actor};
use crate::store::users::UserRow;
use crate::store::{Access, Revision, Scope, Source};

/// A user whose token was good when the call came in.
#[derive(Clone)]
pub(crate) struct Caller {
    user: UserRow,
    sign_in: Option<Uuid>,
    address: IpAddr,
    now: DateTime<Utc>,
    /// Method and route, for the audit log. Without the ids, so that trying one after the other is one entry a minute.
    call: String,
    database: Database,
    /// Whether the call only reads, even if that is noted in the audit log.
    is_reading: bool,
}

impl Caller {
    pub(super) fn new(
        user: UserRow,
        sign_in: Option<Uuid>,
        now: DateTime<Utc>,
        parts: &Parts,
        database: Database,
    ) -> Self {
        let ClientAddress(address) = ClientAddress::of(parts);
        let route = parts.extensions.get::<MatchedPath>();
        let call = format!("{} {}", parts.method, route.map_or("", MatchedPath::as_str));
        Self {
            user,
            sign_in,
            address,
            now,
            call,
            database,
            is_reading: parts.method.is_safe(),
        }
    }

    /// Who it is, as stored now.
    #[must_use]
    pub(crate) fn user(&self) -> &UserRow {
        &self.user
    }

    /// Returns the sign-in of the caller's token; None for a token of a version before, which names none.
    #[must_use]
    pub(crate) fn sign_in(&self) -> Option<Uuid> {
        self.sign_in
    }

    /// When the call came in; the one time of everything that it does.
    #[must_use]
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Begins a transaction for what users do with themselves.
    pub(crate) async fn begin_own(&self) -> Result<Transaction, Problem> {
        self.database.begin_unscoped().await
    }

    /// Puts what the caller does into the audit log, in the transaction that does it. `group_id` is whose rows change.
    pub(crate) async fn record(
        &self,
        transaction: &mut Transaction,
        action: Action,
        group_id: Option<i64>,
        details: Value,
    ) -> Result<(), Problem> {
        let address = self.address.to_string();
        let actor = Actor::user(&self.user, &address);
        Ok(audit::record(transaction, self.now, actor, action, group_id, details).await?)
    }

    /// Puts what the caller looks at into the audit log, once a minute however often it is looked at.
    pub(crate) async fn record_reading(
        &self,
        transaction: &mut Transaction,
        action: Action,
        details: Value,
    ) -> Result<(), Problem> {
        let address = self.address.to_string();
        let actor = Actor::user(&self.user, &address);
        Ok(audit::record_reading(transaction, self.now, actor, action, details).await?)
    }

    /// Refuses the call for want of a role, and says so in the audit log.
    pub(super) async fn deny(&self, problem: Problem) -> Problem {
        let written = async {
            let mut transaction = self.begin_own().await?;
            let details = json!({"call": self.call});
            self.record(
                &mut transaction,
                Action::AccessDenied,
                self.user.group_id,
                details,
            )
            .await?;
            Ok::<_, Problem>(transaction.commit().await?)
        };
        match written.await {
            Ok(()) => problem,
            Err(fault) => fault,
        }
    }

    /// Refuses the call because the caller's role does not allow it.
    pub(super) async fn deny_access(&self) -> Problem {
        self.deny(ErrorCode::AccessDenied.into()).await
    }

    /// Where the call came from.
    #[must_use]
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    pub(super) fn revision(&self, scope: Scope, sources: &[Source]) -> Revision {
        self.database.revision(scope, sources)
    }

    pub(super) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        self.database.closing()
    }

    pub(super) fn scraped(&self, scope: Scope) {
        self.database.scraped(scope);
    }

    /// Begins a transaction. One that changes something is refused while the disk is full: the remaining room is for signing in,
    /// the audit log, and the server itself.
    pub(super) async fn begin(&self, scope: Scope, access: Access) -> Result<Transaction, Problem> {
        if access == Access::Write && !self.is_reading {
            self.database.check_room()?;
        }
        self.database.begin(scope, access).await
    }
}
