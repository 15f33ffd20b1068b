//! The walk through an account's item list.

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use super::Tiktok;
use super::cursor::ListCursor;
use super::endpoint::Endpoint;
use super::request::Device;
use crate::failure::Failure;
use crate::page::Page;
use crate::subject::{Owner, Subject};
use crate::transport::FetchError;
use crate::unit::UnitWork;
use crate::walk::{MAX_PAGES, Walk};
use crate::ways::Asked as _;

/// Device ids tried in one walk. A bad one makes the list start over again and again; five bad ones in a row are no accident.
const MAX_DEVICES: u32 = 5;

/// The browser that a walk pretends to be, and how often it changed.
struct Disguise {
    device: Device,
    devices: u32,
}

impl Tiktok {
    /// Reports the account's videos page by page, newest first.
    pub(super) async fn walk_videos(
        &self,
        profile: &Profile,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        if profile.sec_uid.is_empty() {
            let detail = "videos: the page does not give the secUid that the list is asked by";
            return Err(Failure::new(Outcome::SchemaChanged, detail).into());
        }
        let mut disguise = self.disguise();
        walk.begin(Endpoint::ItemList.code());
        let mut cursor = ListCursor::new(work.now().saturating_mul(1000));
        // Where the list goes on if it shows nothing where an earlier walk broke off.
        let mut back = None;
        for _ in 0..MAX_PAGES {
            let page = self.ask_list(profile, cursor, &mut disguise, work).await?;
            let page = page.accept("videos")?;
            if walk.is_repetition(&page.observations) && page.has_more == Some(true) {
                self.change(&mut disguise)?;
                continue;
            }
            let last = last_posted(&page.observations);
            let has_more = page.has_more == Some(true);
            if let Some(next) = back.take().filter(|_| page.observations.is_empty() && !has_more) {
                walk.leap_back();
                cursor = next;
                continue;
            }
            let taken = walk.take(page.observations);
            if !has_more {
                walk.end();
            }
            let next = cursor.next(last, has_more).filter(|_| walk.goes_on());
            let mark = next.and_then(|next| walk.mark(&next.value().to_string(), None));
            work.page_to(page.observed_at, taken, mark).await?;
            let Some(next) = next else { return Ok(()) };
            cursor = next;
            if let Some(at) = walk.leap(|mark| mark.cursor.parse().ok()) {
                back = Some(next);
                cursor = ListCursor::new(at);
            }
            if walk.is_full() {
                return Ok(());
            }
        }
        tracing::warn!(pages = MAX_PAGES, "the list has no end; leaving it");
        Ok(())
    }

    /// The page of the list with the newest videos.
    pub(super) async fn newest_videos(&self, profile: &Profile, work: &UnitWork) -> Result<Page, FetchError> {
        let cursor = ListCursor::new(work.now().saturating_mul(1000));
        let page = self.ask_list(profile, cursor, &mut self.disguise(), work).await?;
        Ok(page.accept("")?)
    }

    /// One page. A rejected request is repeated at once under another device id, once.
    async fn ask_list(
        &self,
        profile: &Profile,
        cursor: ListCursor,
        disguise: &mut Disguise,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let first = self.ask_once(profile, cursor, disguise, work).await?;
        let may_be_chance = matches!(
            first.outcome,
            Outcome::EmptyBody | Outcome::ParseError | Outcome::UnexpectedPage
        );
        if !may_be_chance {
            return Ok(first);
        }
        self.change(disguise)?;
        self.ask_once(profile, cursor, disguise, work).await
    }

    async fn ask_once(
        &self,
        profile: &Profile,
        cursor: ListCursor,
        disguise: &Disguise,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let request = self.item_list(
            &profile.sec_uid,
            &profile.username,
            cursor.value(),
            &disguise.device,
            work.now(),
        );
        let subject = Subject::ItemsOf(owner(profile));
        self.ask(Endpoint::ItemList, &request, subject, work).await
    }

    fn disguise(&self) -> Disguise {
        Disguise {
            device: self.new_device(),
            devices: 1,
        }
    }

    fn change(&self, disguise: &mut Disguise) -> Result<(), Failure> {
        if disguise.devices == MAX_DEVICES {
            let detail = "videos: the list starts over under every device id";
            return Err(Failure::new(Outcome::UnexpectedPage, detail));
        }
        *disguise = Disguise {
            device: self.new_device(),
            devices: disguise.devices + 1,
        };
        Ok(())
    }
}

/// Whose videos a list has to hold. The name may have changed since it was read.
pub(super) fn owner(profile: &Profile) -> Owner<'_> {
    Owner {
        name: &profile.username,
        id: &profile.platform_id,
        sec_uid: &profile.sec_uid,
    }
}

/// When the last video of a page was posted, which is where the next page begins.
fn last_posted(videos: &[Observation]) -> Option<i64> {
    videos.last()?.posted_at
}
