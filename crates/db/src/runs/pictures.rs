//! Asks runs for pictures, and stores those that they send.

use clipmeter_proto::bounds::MAX_PICTURE_EDGE;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Observation, Outcome, Picture, Profile};
use uuid::Uuid;

use super::RunStore;
use super::lease::LEASE_LENGTH;
use crate::DbError;
use crate::database::retry::{is_contention, retried};
use crate::pictures::NeededPictures;
use crate::pictures::needs::needed;
use crate::pictures::store::put;
use crate::pictures::webp::is_acceptable;

impl RunStore {
    /// Returns which pictures of a stored report are needed. Its failure must not fail the report.
    pub async fn needed_pictures(&self, run: Uuid, body: &Body) -> Result<NeededPictures, DbError> {
        let (unit, profile, observations): (i64, Option<&Profile>, &[Observation]) = match body {
            Body::Page(page) => (page.unit_id, page.profile.as_ref(), &page.observations),
            Body::Unit(end) if end.outcome() == Outcome::Ok => (end.unit_id, end.profile.as_ref(), &[]),
            _ => return Ok(NeededPictures::default()),
        };
        let offered = observations.iter().filter(|seen| !seen.picture_url.is_empty());
        let ids: Vec<String> = offered.map(|seen| seen.external_id.clone()).collect();
        let of_account = profile
            .filter(|profile| !profile.picture_url.is_empty())
            .map(|profile| profile.platform_id.as_str());
        if ids.is_empty() && of_account.is_none() {
            return Ok(NeededPictures::default());
        }
        let now = self.clock.now();
        // Without a transaction, which would be two more round trips for each page.
        let mut needed = needed(self.pool.statement(), run, unit, &ids, of_account, now).await?;
        if !needed.is_empty() && !self.picture_room.has_room(self.pool.statement(), now).await? {
            needed.clear();
        }
        let (of_account, items): (Vec<_>, Vec<_>) = needed.into_iter().partition(|one| one.post.is_none());
        Ok(NeededPictures {
            items: items.into_iter().map(|item| item.external_id).collect(),
            of_account: !of_account.is_empty(),
        })
    }

    /// Stores pictures for a unit, extends the run's lease, and returns how many are now shown; see `Ingest.StorePictures` in the
    /// proto.
    pub async fn store_pictures(
        &self,
        run: Uuid,
        token: Uuid,
        unit: i64,
        pictures: &[Picture],
    ) -> Result<u32, DbError> {
        let is_valid = |picture: &Picture| picture.webp.is_empty() || is_acceptable(&picture.webp);
        if !pictures.iter().all(is_valid) {
            return Err(DbError::invalid(format!(
                "a picture must be a WebP file of one lossy frame, at most {MAX_PICTURE_EDGE} px wide and high"
            )));
        }
        self.storage.check()?;
        let stored = retried(is_contention, || {
            self.store_pictures_once(run, token, unit, pictures)
        })
        .await;
        self.storage.wrote(&stored, DbError::write_refusal);
        stored
    }

    async fn store_pictures_once(
        &self,
        run: Uuid,
        token: Uuid,
        unit: i64,
        pictures: &[Picture],
    ) -> Result<u32, DbError> {
        let now = self.clock.now();
        let mut tx = self.pool.begin().await?;
        let is_leased = sqlx::query!(
            "UPDATE runs SET lease_expires_at = $3 WHERE id = $1 AND lease_token = $2 AND ended_at IS NULL",
            run,
            token,
            now + LEASE_LENGTH
        )
        .execute(&mut *tx)
        .await?
        .rows_affected()
            > 0;
        if !is_leased {
            drop(tx);
            return Err(self.refusal_reason(run, token).await?);
        }
        let account = sqlx::query!(
            r#"SELECT a.platform_id AS "platform_id?" FROM run_units u LEFT JOIN platform_accounts a ON a.id = u.account_id
               WHERE u.id = $1 AND u.run_id = $2"#,
            unit,
            run
        )
        .fetch_optional(&mut *tx)
        .await?
        .ok_or_else(|| DbError::invalid(format!("unit {unit} does not belong to this run")))?
        .platform_id;
        let ids: Vec<String> = pictures
            .iter()
            .map(|picture| picture.external_id.clone())
            .collect();
        let has_avatar = ids.iter().any(String::is_empty);
        let account = account.as_deref().filter(|_| has_avatar);
        let mut needed = needed(&mut *tx, run, unit, &ids, account, now).await?;
        if !needed.is_empty() && !self.picture_room.has_room(&mut *tx, now).await? {
            needed.clear();
        }
        let stored = put(&mut tx, &needed, pictures, now).await?;
        tx.commit().await?;
        Ok(stored)
    }
}
