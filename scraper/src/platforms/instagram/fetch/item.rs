//! Lookups of single posts by their ID.

use clipmeter_proto::v1::{AccountTarget, MissingItem, Outcome};

use super::account_scrape::AccountScrape;
use super::client::WebClient;
use super::endpoint::Endpoint;
use super::search::LookupTarget;
use crate::core::crawl::lookups::{self, Lookups};
use crate::core::failure::{Failure, FetchError};
use crate::core::page::Page;
use crate::core::subject::ExpectedSubject;
use crate::platforms::instagram::kinds;

impl AccountScrape<'_> {
    /// Looks up the target's posts, except those that were seen. Returns those that are removed or hidden.
    pub(super) async fn look_up_posts(
        &self,
        target: &AccountTarget,
        username: &str,
        is_seen: impl Fn(u64) -> bool,
    ) -> Result<Vec<MissingItem>, FetchError> {
        let mut lookups = Lookups::default();
        for id in lookups::worth(&target.lookup_ids, is_seen) {
            let found = self.find(LookupTarget::Post { id, username }).await;
            if !lookups.take(id, found, self.work).await? {
                break;
            }
        }
        Ok(lookups.missing)
    }

    pub(super) async fn fetch_post(
        &self,
        client: &WebClient,
        endpoint: Endpoint,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let instagram = self.instagram;
        let item_id = id.to_string();
        let subject = ExpectedSubject::Item(&item_id);
        let page = match endpoint {
            Endpoint::LoggedOut => self.fetch_logged_out(client, id, username).await?,
            Endpoint::Shortcode => self.fetch_shortcode(client, id, username).await?,
            Endpoint::PostPage => {
                let request = instagram.post_page(id, client);
                let expected = (kinds::POST_HTML_EMBEDDED, subject);
                self.fetch(client, endpoint, expected, &request).await?
            }
            _ => {
                let request = instagram.media_info(id, username, client);
                let expected = (kinds::MEDIA_INFO, subject);
                self.fetch(client, endpoint, expected, &request).await?
            }
        };
        let page = page.accept("post")?;
        if page.observations.is_empty() {
            let detail = "post: the response does not show it";
            return Err(Failure::new(Outcome::SchemaChanged, detail).into());
        }
        Ok(page)
    }
}
