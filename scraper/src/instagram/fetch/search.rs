//! Going the ways to one thing, one after the other, until one leads there.

use clipmeter_proto::v1::AccountTarget;

use super::endpoint::Endpoint;
use super::visit::Visit;
use super::visitor::Visitor;
use super::ways::{self, Need, Tried};
use crate::page::Page;
use crate::transport::FetchError;

/// What one answer tells.
#[derive(Clone, Copy)]
pub(super) enum Sought<'a> {
    /// Who answers by a name.
    Account {
        username: &'a str,
        /// Who it was when it was last read.
        target: &'a AccountTarget,
    },
    /// The name that an account has now.
    Name { of: &'a AccountTarget },
    /// A single post, and the name of its account.
    Post { id: u64, username: &'a str },
}

impl Sought<'_> {
    fn need(self) -> Need {
        match self {
            Self::Account { .. } => Need::Profile,
            Self::Name { .. } => Need::NameById,
            Self::Post { .. } => Need::Item,
        }
    }

    /// The word for it in details.
    fn word(self) -> &'static str {
        match self {
            Self::Account { .. } => "profile",
            Self::Name { .. } => "name",
            Self::Post { .. } => "post",
        }
    }
}

impl Visit<'_> {
    /// The answer of the first of the ways that leads there. Two endpoints that deny it are enough.
    pub(super) async fn find(&self, sought: Sought<'_>) -> Result<Page, FetchError> {
        let facts = &self.instagram.facts.instagram.ways;
        let ways = match sought {
            Sought::Account { .. } => &facts.profile,
            Sought::Name { .. } => &facts.name_by_id,
            Sought::Post { .. } => &facts.item,
        };
        let ways = ways::read(ways);
        let mut tried = Tried::none_of(&ways);
        'search: for alike in ways.chunk_by(|one, next| one.with == next.with) {
            let Some(visitor) = self.visitor(alike[0].with).await? else {
                continue;
            };
            for way in visitor.in_order(sought.need(), alike) {
                if visitor.leaves_alone(way.endpoint, self.work.now()) {
                    tried.rests(&visitor, sought.word());
                    continue;
                }
                match self.ask_for(sought, &visitor, way.endpoint).await {
                    Ok(page) => {
                        self.works(&visitor, sought.need(), way.endpoint).await?;
                        return Ok(page);
                    }
                    Err(error) => tried.failed(way, error)?,
                }
                if tried.is_denied() {
                    break 'search;
                }
            }
        }
        Err(tried.end(sought.word(), self.are_guests_alone()))
    }

    async fn ask_for(
        &self,
        sought: Sought<'_>,
        visitor: &Visitor,
        endpoint: Endpoint,
    ) -> Result<Page, FetchError> {
        match sought {
            Sought::Account { username, target } => {
                self.ask_profile(visitor, endpoint, username, target).await
            }
            Sought::Name { of } => self.ask_name(visitor, endpoint, of).await,
            Sought::Post { id, username } => self.ask_post(visitor, endpoint, id, username).await,
        }
    }
}
