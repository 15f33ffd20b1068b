//! Whether the quota of pictures has room.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use sqlx::PgExecutor;

/// How long a sum is used: summing up a full gigabyte takes ten milliseconds, and runs store a few megabytes in this time.
const VALID_FOR: TimeDelta = TimeDelta::minutes(1);

/// The last sum of this process. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct PictureRoom(Arc<Mutex<Option<Measured>>>);

/// When it was measured, and whether there was room.
type Measured = (DateTime<Utc>, bool);

impl PictureRoom {
    /// Returns whether pictures are on and their quota is not used up.
    pub(crate) async fn has_room(
        &self,
        executor: impl PgExecutor<'_>,
        now: DateTime<Utc>,
    ) -> Result<bool, sqlx::Error> {
        let known = *self.0.lock();
        if let Some((at, has_room)) = known
            && (at..at + VALID_FOR).contains(&now)
        {
            return Ok(has_room);
        }
        let has_room = sqlx::query_scalar!(
            r#"SELECT s.pictures AND (SELECT coalesce(sum(size), 0) FROM pictures) < s.picture_quota_mib::bigint << 20 AS "has_room!"
               FROM settings s"#
        )
        .fetch_one(executor)
        .await?;
        *self.0.lock() = Some((now, has_room));
        Ok(has_room)
    }
}
