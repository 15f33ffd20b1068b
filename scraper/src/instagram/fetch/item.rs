//! Single posts, each by its own id.

use clipmeter_proto::v1::{AccountTarget, Missing, Outcome};

use super::endpoint::Endpoint;
use super::search::Sought;
use super::visit::Visit;
use super::visitor::Visitor;
use crate::failure::Failure;
use crate::looks::{self, Looks};
use crate::model::AnswerKind;
use crate::page::Page;
use crate::subject::Subject;
use crate::transport::FetchError;

impl Visit<'_> {
    /// Looks at the posts that are to be looked at one by one, but for those that were seen. Returns those that are gone or hidden.
    pub(super) async fn look_at_posts(
        &self,
        target: &AccountTarget,
        username: &str,
        is_seen: impl Fn(u64) -> bool,
    ) -> Result<Vec<Missing>, FetchError> {
        let mut looks = Looks::default();
        for id in looks::worth(&target.look_at_ids, is_seen) {
            let found = self.find(Sought::Post { id, username }).await;
            if !looks.take(id, found, self.work).await? {
                break;
            }
        }
        Ok(looks.missing)
    }

    pub(super) async fn ask_post(
        &self,
        visitor: &Visitor,
        endpoint: Endpoint,
        id: u64,
        username: &str,
    ) -> Result<Page, FetchError> {
        let instagram = self.instagram;
        let asked = id.to_string();
        let subject = Subject::Item(&asked);
        let page = match endpoint {
            Endpoint::LoggedOut => self.ask_logged_out(visitor, id, username).await?,
            Endpoint::Shortcode => self.ask_shortcode(visitor, id, username).await?,
            Endpoint::PostPage => {
                let request = instagram.post_page(id, visitor);
                let wanted = (AnswerKind::IgPostHtmlEmbedded, subject);
                self.ask(visitor, endpoint, wanted, &request).await?
            }
            _ => {
                let request = instagram.media_info(id, username, visitor);
                let wanted = (AnswerKind::IgMediaInfo, subject);
                self.ask(visitor, endpoint, wanted, &request).await?
            }
        };
        let page = page.accept("post")?;
        if page.observations.is_empty() {
            let detail = "post: the answer does not show it";
            return Err(Failure::new(Outcome::SchemaChanged, detail).into());
        }
        Ok(page)
    }
}
