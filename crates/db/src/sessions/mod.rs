//! The pool of Instagram sessions. It is ordered by id: a session's position is the number of sessions before
//! it.
//!
//! `clipmeter_scheduler::cooldown` computes the status and the cooldown of a session; `responses`, `breaker`,
//! `disable` and `grant` call it, and `record` stores the result. A cooldown that is over is cleared by the
//! next lease (`grant`); until then, `pool` shows the session as active.

pub mod class;
pub mod proxies;

mod add;
mod batch;
mod breaker;
mod delete;
mod disable;
mod grant;
mod hours;
mod lease;
mod list;
mod pool;
mod record;
mod reencrypt;
mod responses;
mod run_leases;
mod text;

use chrono::TimeDelta;
use clipmeter_scheduler::rate_limit;
use sqlx::PgConnection;

use crate::DbError;

pub use add::{AddSessionsOutcome, add, add_to_set};
pub use breaker::{OpenBreaker, open_breaker};
pub use delete::{Deletion, delete_all, delete_at};
pub use disable::{StateChange, disable, reenable};
pub use hours::prune_session_hours;
pub(super) use lease::{SessionRequest, needs_confirmation, release, take, unassign};
pub use list::{ListTag, page, tag};
pub use pool::{
    PooledSession, SessionFilter, StateCounts, assign_set, counts, counts_by_set, pooled, pooled_one,
};
pub(super) use record::of_run;
pub use reencrypt::reencrypt;
pub(super) use responses::{SessionNote, count, is_of, lock_out, note};
pub use run_leases::Withheld;
pub use text::SessionText;

/// A session whose next permit is further away is not leased: its run would only requeue the unit.
const MAX_WAIT: TimeDelta = TimeDelta::milliseconds(rate_limit::MAX_WAIT_MS);

/// The reason of a state set by an administrator.
pub const ADMIN: &str = "admin";

/// The reason of a session that was disabled because it could not be decrypted although its key exists.
pub const DAMAGED: &str = "damaged";

/// The reason of a session that was disabled because its proxy could not be decrypted.
pub const PROXY_DAMAGED: &str = "proxy_damaged";

/// The reason of a session whose end the circuit breaker reverted.
pub const BREAKER: &str = "breaker";

/// The reason of a lockout, the cooldown of a session to which every endpoint for some need is closed: the
/// code of the outcome that closes endpoints.
const LOCKED_OUT: &str = "endpoint_retired";

/// Key of the advisory lock: the letters `sessions`.
const LOCK: i64 = 0x7365_7373_696f_6e73;

/// Lets one transaction at a time add or delete sessions. Ids are then committed in rising order, which a
/// [`ListTag`] needs, and two imports of the same lines in different orders cannot deadlock. Leases do not
/// wait for this lock.
async fn lock(connection: &mut PgConnection) -> Result<(), DbError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(connection)
        .await?;
    Ok(())
}
