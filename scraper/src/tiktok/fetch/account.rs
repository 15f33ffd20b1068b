//! A TikTok account: who it is, then its videos.

use clipmeter_proto::v1::{AccountTarget, Outcome, Platform, Profile};

use super::Tiktok;
use super::exchange::endpoint;
use crate::failure::Failure;
use crate::model::AnswerKind;
use crate::page::Page;
use crate::transport::FetchError;
use crate::unit::{Ending, UnitWork};
use crate::walk::Walk;

impl Tiktok {
    /// Reads an account and reports its videos.
    pub(super) async fn read_account(
        &self,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let (profile, page) = self.find_account(target, work).await?;
        if is_someone_else(target, &profile) {
            let detail = format!("@{} now belongs to another account", target.username);
            return Ok(Ending::new(Outcome::IdentityChanged, detail).claimed_by(profile));
        }
        work.found(profile.clone());
        match page.outcome {
            Outcome::Private | Outcome::OkNoVideos => return Ok(Ending::new(page.outcome, page.detail)),
            _ if profile.is_private == Some(true) => {
                return Ok(Ending::new(Outcome::Private, "only followers see its videos"));
            }
            _ if profile.item_count == Some(0) => return Ok(Ending::new(Outcome::OkNoVideos, "")),
            _ => {}
        }
        let mut walk = Walk::new(Platform::Tiktok, target);
        walk.counted(profile.item_count);
        let mut ending = if walk.is_needed(&page.observations) {
            self.read_list(&profile, page, &mut walk, work).await?
        } else {
            work.page(page.observed_at, page.observations).await?;
            Ending::new(Outcome::Ok, "")
        };
        let missing = self.look_at(&target.look_at_ids, &walk, work).await?;
        ending.missing.extend(missing);
        Ok(ending)
    }

    /// Walks the list; what other pages show takes its place where it does not come or breaks off.
    async fn read_list(
        &self,
        profile: &Profile,
        page: Page,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        match self.walk_videos(profile, walk, work).await {
            Err(FetchError::Failed(failure)) if failure.has_other_way() => {
                self.report_shown(profile, page, failure, walk, work).await
            }
            Err(error) => Err(walk.cut(error)),
            Ok(()) if walk.count() == 0 && walk.expects_items() => {
                let detail = "videos: the account has some and the list is empty";
                let nothing = Failure::new(Outcome::AmbiguousEmpty, detail);
                self.report_shown(profile, page, nothing, walk, work).await
            }
            Ok(()) if walk.count() == 0 => {
                Ok(Ending::new(Outcome::OkNoVideos, "the list is empty").after(walk.report()))
            }
            Ok(()) => Ok(walk.ending("videos")),
        }
    }

    /// Finds the account by its name: on its page, else in its embed. One whose page is closed or whose name is gone is still found by
    /// the secUid it is known by.
    async fn find_account(
        &self,
        target: &AccountTarget,
        work: &UnitWork,
    ) -> Result<(Profile, Page), FetchError> {
        let name = &target.username;
        let failure = match self.find_name(name, work).await {
            Err(FetchError::Failed(failure)) => failure,
            found => return found,
        };
        if failure.outcome == Outcome::NotFound {
            let Some(renamed) = self.new_name(target, work).await? else {
                return Err(failure.into());
            };
            tracing::info!(from = name, to = renamed, "the account has a new name");
            return self.find_name(&renamed, work).await;
        }
        if !failure.has_other_way() {
            return Err(failure.into());
        }
        let embed = self
            .open(AnswerKind::TtEmbedUser, self.embed_user_url(name), work)
            .await;
        let embed = match embed {
            Ok(page) if page.outcome.is_success() => page,
            Err(FetchError::Stopped) => return Err(FetchError::Stopped),
            _ => return Err(failure.into()),
        };
        let mut profile = embed.profile.clone().unwrap_or_default();
        if profile.platform_id.is_empty() && profile.sec_uid.is_empty() {
            // The embed names its account by name only; what is known of that name from before still holds.
            profile.platform_id.clone_from(&target.platform_id);
            profile.sec_uid.clone_from(&target.sec_uid);
        }
        Ok((profile, embed))
    }

    async fn find_name(&self, name: &str, work: &UnitWork) -> Result<(Profile, Page), FetchError> {
        let page = self
            .open(AnswerKind::TtUserPage, self.user_page_url(name), work)
            .await?;
        let may_have_profile =
            page.outcome.is_success() || matches!(page.outcome, Outcome::Private | Outcome::OkNoVideos);
        match &page.profile {
            Some(profile) if may_have_profile => Ok((profile.clone(), page)),
            _ if page.outcome.is_success() => {
                Err(Failure::new(Outcome::SchemaChanged, "profile: the page names no account").into())
            }
            _ => Err(page.failure().while_reading("profile").into()),
        }
    }

    /// The name that a known secUid has now: the author of its newest videos.
    async fn new_name(&self, target: &AccountTarget, work: &UnitWork) -> Result<Option<String>, FetchError> {
        if target.sec_uid.is_empty() {
            return Ok(None);
        }
        let (device, now) = (self.new_device(), work.now().saturating_mul(1000));
        let request = self.item_list(&target.sec_uid, &target.username, now, &device);
        let page = self.ask(AnswerKind::TtItemList, &request, work).await?;
        let names = page.observations.into_iter().map(|video| video.author_username);
        Ok(names
            .into_iter()
            .find(|name| !name.is_empty() && *name != target.username))
    }

    /// Reports the videos that pages for people show, when the list serves none: those of the account's page, else of its embed.
    async fn report_shown(
        &self,
        profile: &Profile,
        page: Page,
        failure: Failure,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let (mut shown, mut kind) = (page, AnswerKind::TtUserPage);
        if shown.observations.is_empty() {
            kind = AnswerKind::TtEmbedUser;
            match self
                .open(
                    AnswerKind::TtEmbedUser,
                    self.embed_user_url(&profile.username),
                    work,
                )
                .await
            {
                Ok(embed) if embed.outcome.is_success() => shown = embed,
                Err(FetchError::Stopped) => return Err(FetchError::Stopped),
                _ => {}
            }
        }
        if shown.observations.is_empty() {
            return Err(failure.into());
        }
        walk.begin(endpoint(kind));
        work.page(shown.observed_at, walk.take(shown.observations))
            .await?;
        let detail = format!(
            "only the newest videos, because the list answered {}",
            failure.outcome.code()
        );
        Ok(Ending::new(Outcome::Ok, detail)
            .after(walk.report())
            .despite(&failure))
    }
}

/// Whether the account found is another one than the one tracked.
fn is_someone_else(target: &AccountTarget, found: &Profile) -> bool {
    let differ = |known: &str, found: &str| !known.is_empty() && !found.is_empty() && known != found;
    differ(&target.platform_id, &found.platform_id) || differ(&target.sec_uid, &found.sec_uid)
}
