//! Units assigned to open runs.

use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use uuid::Uuid;

use super::RunStore;
use crate::DbError;

impl RunStore {
    /// Returns the open runs that any of these targets are assigned to, each with its assigned targets.
    pub async fn assigned_runs(
        &self,
        platform: Platform,
        targets: &[Target],
    ) -> Result<Vec<(Uuid, Vec<Target>)>, DbError> {
        let (mut accounts, mut videos) = (Vec::new(), Vec::new());
        for target in targets {
            match target {
                Target::Account(id) => accounts.push(*id),
                Target::Video(id) => videos.push(*id),
            }
        }
        let rows = sqlx::query!(
            r#"SELECT u.run_id,
                      coalesce(array_agg(u.account_id) FILTER (WHERE u.account_id IS NOT NULL), '{}') AS "accounts!",
                      coalesce(array_agg(u.tracked_video_id) FILTER (WHERE u.tracked_video_id IS NOT NULL), '{}')
                          AS "videos!"
               FROM run_units u JOIN runs r ON r.id = u.run_id AND r.platform = $1
               WHERE u.assigned AND (u.account_id = ANY ($2) OR u.tracked_video_id = ANY ($3))
               GROUP BY u.run_id ORDER BY u.run_id"#,
            platform.code(),
            &accounts,
            &videos
        )
        .fetch_all(self.pool.statement())
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| {
                let accounts = row.accounts.into_iter().map(Target::Account);
                let videos = row.videos.into_iter().map(Target::Video);
                (row.run_id, accounts.chain(videos).collect())
            })
            .collect())
    }

    /// Returns the row by which runs refer to each video: the first of all groups' rows, so that the video is
    /// read once.
    pub async fn video_units(&self, tracked_videos: &[i64]) -> Result<Vec<i64>, DbError> {
        Ok(sqlx::query_scalar!(
            r#"SELECT min(same.id) AS "id!"
               FROM tracked_videos v
               JOIN tracked_videos same ON coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)
               WHERE v.id = ANY ($1)
               GROUP BY coalesce(v.video_id, v.short_url) ORDER BY 1"#,
            tracked_videos
        )
        .fetch_all(self.pool.statement())
        .await?)
    }
}
