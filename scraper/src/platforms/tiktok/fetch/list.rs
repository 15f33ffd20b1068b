//! The crawl of an account's item list.

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use super::TiktokClient;
use super::cursor::ListCursor;
use super::endpoint::Endpoint;
use super::request::Device;
use crate::core::crawl::{Crawl, MAX_PAGES};
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::strategy::PlatformEndpoint as _;
use crate::core::subject::{ExpectedAccount, ExpectedSubject};
use crate::core::unit::UnitWork;

/// Device IDs tried in one crawl. A bad one makes the list start over repeatedly; five bad ones in a row are not random.
const MAX_DEVICES: u32 = 5;

/// The device identity of a crawl, and how often it changed.
struct DeviceProfile {
    device: Device,
    devices: u32,
}

impl TiktokClient {
    /// Reports the account's videos page by page, newest first.
    pub(super) async fn crawl_videos(
        &self,
        profile: &Profile,
        crawl: &mut Crawl,
        work: &UnitWork,
    ) -> Result<(), FetchError> {
        if profile.sec_uid.is_empty() {
            let detail = "videos: the page has no secUid, which the list request needs";
            return Err(Failure::new(Outcome::SchemaChanged, detail).into());
        }
        let mut device_profile = self.device_profile();
        crawl.begin(Endpoint::ItemList.code());
        let mut cursor = ListCursor::new(work.now().saturating_mul(1000));
        // Where the list continues if it shows nothing at the checkpoint of an earlier crawl.
        let mut back = None;
        for _ in 0..MAX_PAGES {
            let page = self
                .fetch_list(profile, cursor, &mut device_profile, work)
                .await?;
            let page = page.accept("videos")?;
            let last = last_posted(&page.observations);
            let has_more = page.has_more == Some(true);
            let starts_over = crawl.is_repetition(&page.observations)
                || (cursor.is_before(last) && crawl.has_seen_all(&page.observations));
            if starts_over && has_more {
                self.change(&mut device_profile)?;
                continue;
            }
            if let Some(next) = back.take().filter(|_| page.observations.is_empty() && !has_more) {
                crawl.cancel_jump();
                cursor = next;
                continue;
            }
            let taken = crawl.take(page.observations);
            if !has_more {
                crawl.end();
            }
            let next = cursor.next(last, has_more).filter(|_| crawl.continues());
            let checkpoint = next.and_then(|next| crawl.checkpoint(&next.value().to_string(), None));
            work.page_to(page.observed_at, taken, checkpoint).await?;
            let Some(next) = next else { return Ok(()) };
            cursor = next;
            if let Some(at) = crawl.jump_to_checkpoint(|checkpoint| checkpoint.cursor.parse().ok()) {
                back = Some(next);
                cursor = ListCursor::new(at);
            }
            if crawl.is_full() {
                return Ok(());
            }
        }
        tracing::warn!(pages = MAX_PAGES, "reached the page limit of a list; stopping");
        Ok(())
    }

    /// Fetches the page of the list with the newest videos.
    pub(super) async fn newest_videos(&self, profile: &Profile, work: &UnitWork) -> Result<Page, FetchError> {
        let cursor = ListCursor::new(work.now().saturating_mul(1000));
        let page = self
            .fetch_list(profile, cursor, &mut self.device_profile(), work)
            .await?;
        Ok(page.accept("")?)
    }

    /// Fetches one page. A rejected request is repeated immediately with another device ID, once.
    async fn fetch_list(
        &self,
        profile: &Profile,
        cursor: ListCursor,
        device_profile: &mut DeviceProfile,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let first = self.fetch_once(profile, cursor, device_profile, work).await?;
        let may_be_chance = matches!(
            first.outcome,
            Outcome::EmptyBody | Outcome::ParseError | Outcome::UnexpectedPage
        );
        if !may_be_chance {
            return Ok(first);
        }
        self.change(device_profile)?;
        self.fetch_once(profile, cursor, device_profile, work).await
    }

    async fn fetch_once(
        &self,
        profile: &Profile,
        cursor: ListCursor,
        device_profile: &DeviceProfile,
        work: &UnitWork,
    ) -> Result<Page, FetchError> {
        let request = self.item_list(
            &profile.sec_uid,
            &profile.username,
            cursor.value(),
            &device_profile.device,
            work.now(),
        );
        let subject = ExpectedSubject::ItemsOf(owner(profile));
        self.fetch(Endpoint::ItemList, &request, subject, work).await
    }

    fn device_profile(&self) -> DeviceProfile {
        DeviceProfile {
            device: self.new_device(),
            devices: 1,
        }
    }

    fn change(&self, device_profile: &mut DeviceProfile) -> Result<(), Failure> {
        if device_profile.devices == MAX_DEVICES {
            let detail = "videos: the list starts over under every device id";
            return Err(Failure::new(Outcome::UnexpectedPage, detail));
        }
        *device_profile = DeviceProfile {
            device: self.new_device(),
            devices: device_profile.devices + 1,
        };
        Ok(())
    }
}

/// Returns the expected owner of a list's videos. Its username may have changed since it was read.
pub(super) fn owner(profile: &Profile) -> ExpectedAccount<'_> {
    ExpectedAccount {
        name: &profile.username,
        id: &profile.platform_id,
        sec_uid: &profile.sec_uid,
    }
}

/// Returns when the last video of a page was posted, which is where the next page begins.
fn last_posted(videos: &[Observation]) -> Option<i64> {
    videos.last()?.posted_at
}
