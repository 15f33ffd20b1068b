//! The pool of Instagram sessions. Its order is that of their ids: a session's position is how many come before it.

mod add;
mod batch;
mod breaker;
mod claim;
mod delete;
mod hours;
mod lease;
mod list;
mod loans;
mod note;
mod park;
mod pool;
mod record;
mod reseal;
mod spelling;
mod take;
mod text;

use chrono::TimeDelta;
use clipmeter_scheduler::turns;
use sqlx::PgConnection;

use crate::ApiError;

pub use add::{Added, add};
pub use breaker::{OpenBreaker, open_breaker};
pub use delete::{Deletion, delete_all, delete_at};
pub use hours::prune_session_hours;
pub(super) use lease::{lease, release};
pub use list::{ListTag, page, tag};
pub use loans::{MOST_SESSIONS, Withheld};
pub(super) use note::{Noted, count, is_of, note, shut};
pub use park::{Change, park, revive};
pub use pool::{Counts, PooledSession, counts, pooled, pooled_one};
pub(super) use record::of_run;
pub(crate) use reseal::reseal;
pub(super) use take::{Taken, Wanted, part, take, wants_second_opinion};
pub use text::SessionText;

/// A session that has no turn for longer is not lent: its run would only give the unit back.
const LONGEST_WAIT: TimeDelta = TimeDelta::milliseconds(turns::LONGEST_WAIT_MS);

/// The reason of a state that an administrator chose.
pub const ADMIN: &str = "admin";

/// The reason of a session that was taken out of use because it does not open although its key is there.
pub const DAMAGED: &str = "damaged";

/// The same of one whose proxy does not open.
pub const PROXY_DAMAGED: &str = "proxy_damaged";

/// The reason of a session whose end the circuit breaker has taken back.
pub const BREAKER: &str = "breaker";

/// The reason for the rest of a session to which every way to something is closed: the code of the outcome that closes them.
const SHUT: &str = "endpoint_retired";

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
