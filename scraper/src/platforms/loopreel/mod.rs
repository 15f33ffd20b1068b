//! Loopreel, the example of docs/dev/add-a-platform.md: one JSON endpoint for an account with all of its videos.

mod client;
mod parse;

use clipmeter_proto::v1;
use serde_json::Value;

use self::client::LoopreelClient;
use crate::core::fetcher::{Fetcher, Hosts};
use crate::core::model::{Item, ItemIdScheme, ParsedResponse, RawResponse, ResponseKind};
use crate::error::ScraperError;
use crate::platforms::{BaseUrl, Platform, PlatformClient, RunAccess};

/// `GET /api/users/{username}`
const PROFILE: ResponseKind = ResponseKind::new(v1::Platform::Loopreel, "lr_profile");

/// IDs count up and contain no time.
const ITEM_IDS: ItemIdScheme = ItemIdScheme {
    created_at: |_| None,
    link,
    hour: 1,
};

fn link(video: &Item<'_>, id: u64) -> String {
    let reported = clipmeter_domain::platforms::ItemRef {
        id,
        author: video.username.as_deref().unwrap_or_default(),
        url: "",
    };
    (v1::Platform::Loopreel.descriptor().links)(&reported).url
}

/// The platform Loopreel.
pub(super) struct Loopreel;

impl Platform for Loopreel {
    fn id(&self) -> v1::Platform {
        v1::Platform::Loopreel
    }

    fn base_url(&self) -> BaseUrl {
        BaseUrl {
            variable: "CLIPMETER_LOOPREEL_URL",
            default: "https://www.loopreel.example",
        }
    }

    fn hosts(&self) -> Hosts {
        Hosts::Platform(&["www.loopreel.example", "loopreel.example"])
    }

    fn media_hosts(&self) -> Hosts {
        Hosts::Media(&["media.loopreel.example"])
    }

    fn item_ids(&self) -> &'static ItemIdScheme {
        &ITEM_IDS
    }

    fn response_kinds(&self) -> &'static [ResponseKind] {
        &[PROFILE]
    }

    fn read<'a>(&self, _: ResponseKind, response: &RawResponse<'a>) -> ParsedResponse<'a> {
        parse::read(response)
    }

    fn printed_members(&self, _: &ParsedResponse<'_>, _: &[u8]) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    fn client(&self, fetcher: Fetcher, access: RunAccess) -> Result<Box<dyn PlatformClient>, ScraperError> {
        Ok(Box::new(LoopreelClient::new(fetcher, access)?))
    }
}
