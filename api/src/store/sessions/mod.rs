//! The pool of Instagram sessions. Its order is that of their ids: a session's position is how many come before it.

mod add;
mod batch;
mod breaker;
mod claim;
mod delete;
mod disable;
mod hours;
mod lease;
mod list;
mod normalization;
mod note;
mod pool;
mod record;
mod reencrypt;
mod session_leases;
mod take;
mod text;

use chrono::TimeDelta;
use clipmeter_scheduler::rate_limit;
use sqlx::PgConnection;

use crate::ApiError;

pub use add::{AddSessionsOutcome, add};
pub use breaker::{OpenBreaker, open_breaker};
pub use delete::{Deletion, delete_all, delete_at};
pub use disable::{StateChange, disable, reenable};
pub use hours::prune_session_hours;
pub(super) use lease::{lease, release};
pub use list::{ListTag, page, tag};
pub(super) use note::{Noted, count, is_of, lock_out, note};
pub use pool::{PooledSession, StateCounts, counts, pooled, pooled_one};
pub(super) use record::of_run;
pub(crate) use reencrypt::reencrypt;
pub use session_leases::{MOST_SESSIONS, Withheld};
pub(super) use take::{SessionRequest, Taken, needs_confirmation, part, take};
pub use text::SessionText;

/// A session that has no turn for longer is not lent: its run would only give the unit back.
const LONGEST_WAIT: TimeDelta = TimeDelta::milliseconds(rate_limit::LONGEST_WAIT_MS);

/// The reason of a state that an administrator chose.
pub const ADMIN: &str = "admin";

/// The reason of a session that was taken out of use because it does not open although its key is there.
pub const DAMAGED: &str = "damaged";

/// The same of one whose proxy does not open.
pub const PROXY_DAMAGED: &str = "proxy_damaged";

/// The reason of a session whose end the circuit breaker has taken back.
pub const BREAKER: &str = "breaker";

/// The reason for the rest of a session to which every way to something is closed: the code of the outcome that closes them.
const LOCKED_OUT: &str = "endpoint_retired";

/// Names the lock in the server, where advisory locks are known by number alone; the letters `sessions`.
const LOCK: i64 = 0x7365_7373_696f_6e73;

/// Lets one transaction at a time change which sessions there are. Ids are then committed in rising order, which a
/// [`ListTag`] needs, and two imports of the same lines in another order cannot deadlock. Leases do not wait for it.
async fn lock(connection: &mut PgConnection) -> Result<(), ApiError> {
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(connection)
        .await?;
    Ok(())
}
