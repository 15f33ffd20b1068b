//! The videos of an account: its list, or what pages for people show in its place.

use clipmeter_proto::v1::{Outcome, Profile};

use super::Tiktok;
use super::account::Found;
use super::endpoint::{Endpoint, Need};
use super::list::owner;
use super::search::InVain;
use crate::failure::Failure;
use crate::page::Page;
use crate::subject::Subject;
use crate::transport::FetchError;
use crate::unit::{Ending, UnitWork};
use crate::walk::Walk;
use crate::ways::{Asked as _, Way};

impl Tiktok {
    /// Reads the videos by the first way that leads to them. What other pages show takes the place of a list that does not come or breaks off.
    pub(super) async fn read_items(
        &self,
        found: Found,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let mut in_vain = InVain::new(Need::Items);
        let mut at_hand = Some((found.endpoint, found.page));
        for Way { endpoint, .. } in self.ways(Need::Items) {
            if self.guest.rests(endpoint, work.now()) {
                in_vain.rests(endpoint);
                continue;
            }
            let read = if endpoint == Endpoint::ItemList {
                self.read_list(&found.profile, walk, work).await
            } else if let Some((_, page)) = at_hand.take_if(|(found_at, _)| *found_at == endpoint) {
                self.report_shown(page, endpoint, &in_vain, walk, work).await
            } else if found.not_at.contains(&endpoint) {
                continue;
            } else {
                let url = self.account_url(endpoint, &found.profile.username);
                let subject = Subject::Account(owner(&found.profile));
                match self.open(endpoint, url, subject, work).await {
                    Ok(page) => self.report_shown(page, endpoint, &in_vain, walk, work).await,
                    Err(error) => Err(error),
                }
            };
            match read {
                Ok(ending) => {
                    self.works(Need::Items, endpoint, work).await?;
                    return Ok(ending);
                }
                Err(error) => in_vain.failed(endpoint, error)?,
            }
        }
        Err(in_vain.end().into())
    }

    async fn read_list(
        &self,
        profile: &Profile,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        self.walk_videos(profile, walk, work).await?;
        if walk.count() > 0 {
            return Ok(walk.ending("videos"));
        }
        if walk.expects_items() {
            let detail = "videos: the account has some and the list is empty";
            return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
        }
        Ok(Ending::new(Outcome::OkNoVideos, "the list is empty").after(walk.report()))
    }

    /// Reports the videos that a page for people shows, which are the newest ones.
    async fn report_shown(
        &self,
        page: Page,
        endpoint: Endpoint,
        in_vain: &InVain,
        walk: &mut Walk,
        work: &UnitWork,
    ) -> Result<Ending, FetchError> {
        let page = page.accept("videos")?;
        if page.observations.is_empty() {
            let detail = "videos: the page shows none";
            return Err(Failure::new(Outcome::AmbiguousEmpty, detail).into());
        }
        walk.begin(endpoint.code());
        work.page(page.observed_at, walk.take(page.observations)).await?;
        let (Some(failure), Some(because)) = (in_vain.why(), in_vain.because("list")) else {
            let ending = Ending::new(Outcome::Ok, "only the newest videos, without asking for the list");
            return Ok(ending.after(walk.report()));
        };
        let detail = format!("only the newest videos, {because}");
        Ok(Ending::new(Outcome::Ok, detail)
            .after(walk.report())
            .despite(failure))
    }
}
