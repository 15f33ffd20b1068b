//! The pool of Instagram sessions. Its order is that of their ids: a session's position is how many come before it.

mod add;
mod batch;
mod delete;
mod lease;
mod list;
mod reseal;
mod spelling;
mod text;

use sqlx::PgConnection;

use crate::ApiError;

pub use add::{Added, add};
pub use delete::{Deletion, delete_all, delete_at};
pub(super) use lease::{lease, note, release};
pub(crate) use list::usable;
pub use list::{ListTag, page, tag};
pub(crate) use reseal::reseal;
pub use text::SessionText;

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
