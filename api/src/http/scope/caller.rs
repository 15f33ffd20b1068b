//! The user, address and time of a call.

use std::net::IpAddr;

use axum::extract::MatchedPath;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::{self, Action, Actor};
use clipmeter_db::users::UserRow;
use clipmeter_db::{Access, Scope};
use http::request::Parts;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::http::client_address::ClientAddress;
use crate::http::database::{Database, Transaction};
use crate::http::error::{ErrorCode, Problem};

/// A user whose token was valid when the call arrived.
#[derive(Clone)]
pub(crate) struct Caller {
    user: UserRow,
    sign_in: Option<Uuid>,
    address: IpAddr,
    now: DateTime<Utc>,
    /// Method and route, for the audit log. Without the ids, so that enumerating them adds one entry a minute.
    call: String,
    database: Database,
    /// Whether the call only reads, even if it is recorded in the audit log.
    is_reading: bool,
}

impl Caller {
    pub(crate) fn new(
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

    /// The user as stored now.
    #[must_use]
    pub(crate) fn user(&self) -> &UserRow {
        &self.user
    }

    /// Returns the sign-in of the caller's token; None for a token of an earlier version, which names none.
    #[must_use]
    pub(crate) fn sign_in(&self) -> Option<Uuid> {
        self.sign_in
    }

    /// When the call arrived; used as the current time for everything the call does.
    #[must_use]
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.now
    }

    /// Begins a transaction for changes that users make to their own data.
    pub(crate) async fn begin_own(&self) -> Result<Transaction, Problem> {
        self.database.begin_unscoped().await
    }

    /// Records an action in the audit log, in the transaction that performs it. `group_id` is the group whose rows
    /// change.
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

    /// Records a read access in the audit log, at most once a minute.
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

    /// Rejects the call because of a missing role, and records this in the audit log.
    pub(crate) async fn deny(&self, problem: Problem) -> Problem {
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

    /// Rejects the call because the caller's role does not allow it.
    pub(crate) async fn deny_access(&self) -> Problem {
        self.deny(ErrorCode::AccessDenied.into()).await
    }

    #[must_use]
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    pub(crate) fn closing(&self) -> impl Future<Output = ()> + Send + 'static {
        self.database.closing()
    }

    pub(crate) fn scraped(&self, scope: Scope) {
        self.database.scraped(scope);
    }

    /// Begins a transaction. A write is rejected while the disk is full: the remaining space is reserved for sign-ins,
    /// the audit log, and the database server itself.
    pub(crate) async fn begin(&self, scope: Scope, access: Access) -> Result<Transaction, Problem> {
        if access == Access::Write && !self.is_reading {
            self.database.check_room()?;
        }
        self.database.begin(scope, access).await
    }
}
