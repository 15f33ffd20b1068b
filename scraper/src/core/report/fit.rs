//! Cuts or omits platform values that the API would refuse, so that one invalid value does not lose its message.

use clipmeter_domain::item;
use clipmeter_proto::bounds::{
    MAX_BYTES, MAX_MISSING_ITEMS, MAX_REQUEST_STATS, MAX_REQUESTS, MAX_RETRY_AFTER, fits,
};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    CrawlCheckpoint, DiscoveredDocument, Observation, PageReport, Profile, RequestStats, UnitReport,
};

/// Characters of a caption that are sent: one more than the API stores, so that it can detect longer captions.
const MAX_CAPTION_LENGTH: usize = item::MAX_TIKTOK_CAPTION_LENGTH + 1;

/// Characters of a display name, a failure's detail and a redirect's target that are sent: as many as the API stores.
const MAX_DISPLAY_NAME_LENGTH: usize = 200;
const MAX_DETAIL_LENGTH: usize = 300;
const MAX_LOCATION_LENGTH: usize = 2_000;

/// Highest HTTP status.
const HIGHEST_STATUS: u32 = 999;

/// Brings a report within the contract's bounds.
pub(super) fn fit(mut body: Body) -> Body {
    match &mut body {
        Body::Page(page) => fit_page(page),
        Body::Unit(end) => fit_unit(end),
        Body::Session(report) => {
            fit_retry_after(&mut report.retry_after_seconds);
            clear("SessionReport", "claim", &mut report.claim);
        }
        Body::Address(report) => fit_retry_after(&mut report.retry_after_seconds),
        Body::Capture(report) => {
            cut(&mut report.location, MAX_LOCATION_LENGTH);
            report.http_status = report.http_status.min(HIGHEST_STATUS);
        }
        Body::Discovery(report) => report.documents.retain(is_document),
        Body::Requeued(report) => fit_request_stats(&mut report.request_stats),
        Body::Endpoint(_) => {}
    }
    body
}

fn fit_page(page: &mut PageReport) {
    if let Some(profile) = &mut page.profile {
        fit_profile(profile);
    }
    // An item without an ID cannot be identified again.
    page.observations
        .retain(|seen| fits("Observation", "external_id", &seen.external_id));
    page.observations.iter_mut().for_each(fit_observation);
    page.checkpoint = page.checkpoint.take().filter(is_valid_checkpoint);
}

fn fit_observation(seen: &mut Observation) {
    clear("Observation", "shortcode", &mut seen.shortcode);
    clear("Observation", "url", &mut seen.url);
    clear("Observation", "author_username", &mut seen.author_username);
    clear("Observation", "views_source", &mut seen.views_source);
    clear("Observation", "picture_url", &mut seen.picture_url);
    cut(&mut seen.caption, MAX_CAPTION_LENGTH);
}

fn fit_profile(profile: &mut Profile) {
    clear("Profile", "platform_id", &mut profile.platform_id);
    clear("Profile", "sec_uid", &mut profile.sec_uid);
    clear("Profile", "username", &mut profile.username);
    clear("Profile", "picture_url", &mut profile.picture_url);
    cut(&mut profile.display_name, MAX_DISPLAY_NAME_LENGTH);
}

fn fit_unit(end: &mut UnitReport) {
    for profile in [&mut end.profile, &mut end.new_owner].into_iter().flatten() {
        fit_profile(profile);
    }
    cut(&mut end.detail, MAX_DETAIL_LENGTH);
    clear("UnitReport", "resolved_video_id", &mut end.resolved_video_id);
    end.requests = end.requests.min(MAX_REQUESTS);
    end.bytes = end.bytes.min(MAX_BYTES);
    end.missing.truncate(MAX_MISSING_ITEMS);
    fit_request_stats(&mut end.request_stats);
}

fn fit_request_stats(request_stats: &mut Vec<RequestStats>) {
    request_stats.truncate(MAX_REQUEST_STATS);
    for stats in request_stats {
        stats.requests = stats.requests.min(MAX_REQUESTS);
        stats.bytes = stats.bytes.min(MAX_BYTES);
    }
}

fn fit_retry_after(seconds: &mut Option<u32>) {
    *seconds = seconds.map(|seconds| seconds.min(MAX_RETRY_AFTER));
}

fn is_valid_checkpoint(checkpoint: &CrawlCheckpoint) -> bool {
    let plays = checkpoint.plays.as_ref();
    fits("CrawlCheckpoint", "cursor", &checkpoint.cursor)
        && plays.is_none_or(|plays| fits("PlaysCheckpoint", "cursor", &plays.cursor))
}

fn is_document(document: &DiscoveredDocument) -> bool {
    fits("DiscoveredDocument", "operation", &document.operation)
        && fits("DiscoveredDocument", "doc_id", &document.doc_id)
}

/// Clears a text that is out of the bounds of its field.
fn clear(message: &str, field: &str, text: &mut String) {
    if !fits(message, field, text) {
        text.clear();
    }
}

fn cut(text: &mut String, most: usize) {
    text.truncate(item::beginning(text, most).len());
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::bounds;
    use clipmeter_proto::v1::{
        AddressReport, CaptureReport, DiscoveryReport, Outcome, PlaysCheckpoint, ReportRequest,
        RequeueReport, SessionReport,
    };
    use proptest::prelude::*;

    use super::*;

    fn sent(body: Body) -> ReportRequest {
        let uuid = "0198c0de-0000-7000-8000-000000000001".to_owned();
        ReportRequest {
            run_id: uuid.clone(),
            lease_token: uuid,
            sequence: 1,
            body: Some(fit(body)),
        }
    }

    #[test]
    fn fit_removes_invalid_item_without_losing_page() {
        let seen = |id: &str, url: &str| Observation {
            external_id: id.to_owned(),
            url: url.to_owned(),
            caption: "ä".repeat(9_000),
            ..Observation::default()
        };
        let link = "https://www.tiktok.com/@a/video/1";
        let page = PageReport {
            unit_id: 1,
            observations: vec![seen("1", link), seen("x", link), seen("2", "javascript:alert(1)")],
            ..PageReport::default()
        };
        let request = sent(Body::Page(page));
        assert_eq!(bounds::check(&request), Ok(()));
        let Some(Body::Page(page)) = request.body else {
            panic!()
        };
        let left = page.observations.iter();
        let left: Vec<_> = left
            .map(|seen| (seen.external_id.as_str(), seen.url.as_str()))
            .collect();
        assert_eq!(left, [("1", link), ("2", "")]);
        assert_eq!(page.observations[0].caption.chars().count(), MAX_CAPTION_LENGTH);
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "\\PC{0,30}",
            "[a-z0-9_.]{0,30}",
            "[0-9]{0,25}",
            "[a\0\n ]{0,5}",
            "[a-z]{1001,1010}"
        ]
    }

    fn profile() -> impl Strategy<Value = Profile> {
        (text(), text(), text(), text(), any::<Option<i64>>()).prop_map(
            |(platform_id, sec_uid, username, display_name, follower_count)| Profile {
                platform_id,
                sec_uid,
                username,
                display_name,
                follower_count,
                ..Profile::default()
            },
        )
    }

    fn observation() -> impl Strategy<Value = Observation> {
        (
            (text(), text(), text(), text(), text(), text()),
            any::<[Option<i64>; 6]>(),
        )
            .prop_map(
                |((external_id, shortcode, url, author_username, caption, views_source), counts)| {
                    Observation {
                        external_id,
                        shortcode,
                        url,
                        author_username,
                        caption,
                        views_source,
                        posted_at: counts[0],
                        views: counts[1],
                        likes: counts[2],
                        comments: counts[3],
                        shares: counts[4],
                        saves: counts[5],
                        ..Observation::default()
                    }
                },
            )
    }

    fn request_stats() -> impl Strategy<Value = Vec<RequestStats>> {
        let stats = (any::<u32>(), any::<u64>()).prop_map(|(requests, bytes)| RequestStats {
            endpoint: "feed_user".to_owned(),
            outcome: Outcome::Ok.into(),
            requests,
            bytes,
            ..RequestStats::default()
        });
        proptest::collection::vec(stats, 0..4)
    }

    fn body() -> impl Strategy<Value = Body> {
        let checkpoint = (text(), text()).prop_map(|(cursor, plays)| CrawlCheckpoint {
            endpoint: "feed_user".to_owned(),
            cursor,
            plays: Some(PlaysCheckpoint {
                endpoint: "clips_user".to_owned(),
                cursor: plays,
                covered_to_id: 1,
            }),
            ..CrawlCheckpoint::default()
        });
        let checkpoint = proptest::option::of(checkpoint);
        let page = (
            profile(),
            proptest::collection::vec(observation(), 0..4),
            checkpoint,
        )
            .prop_map(|(profile, observations, checkpoint)| {
                Body::Page(PageReport {
                    unit_id: 1,
                    profile: Some(profile),
                    observations,
                    checkpoint,
                    ..PageReport::default()
                })
            });
        let end = (
            profile(),
            profile(),
            text(),
            text(),
            (any::<u32>(), any::<u64>()),
            request_stats(),
        )
            .prop_map(
                |(profile, new_owner, detail, resolved_video_id, (requests, bytes), request_stats)| {
                    Body::Unit(UnitReport {
                        unit_id: 1,
                        outcome: Outcome::Ok.into(),
                        profile: Some(profile),
                        new_owner: Some(new_owner),
                        detail,
                        resolved_video_id,
                        requests,
                        bytes,
                        request_stats,
                        ..UnitReport::default()
                    })
                },
            );
        let small = (text(), any::<Option<u32>>(), any::<u32>(), request_stats());
        let small = (0..5, small).prop_map(|(kind, (text, seconds, number, request_stats))| match kind {
            0 => Body::Session(SessionReport {
                session_id: 1,
                outcome: Outcome::Ok.into(),
                retry_after_seconds: seconds,
                claim: text,
            }),
            1 => Body::Address(AddressReport {
                outcome: Outcome::Ok.into(),
                retry_after_seconds: seconds,
                ..AddressReport::default()
            }),
            2 => Body::Capture(CaptureReport {
                unit_id: 1,
                kind: "ig_feed".to_owned(),
                endpoint: "feed_user".to_owned(),
                outcome: Outcome::ParseError.into(),
                http_status: number,
                location: text,
                ..CaptureReport::default()
            }),
            3 => Body::Discovery(DiscoveryReport {
                revision: 1,
                documents: vec![DiscoveredDocument {
                    operation: text.clone(),
                    doc_id: text,
                    flags: Vec::new(),
                }],
            }),
            _ => Body::Requeued(RequeueReport {
                unit_id: 1,
                request_stats,
            }),
        });
        prop_oneof![page, end, small]
    }

    proptest! {
        #[test]
        fn fit_makes_any_report_acceptable_to_api(body in body()) {
            let request = sent(body);
            prop_assert_eq!(bounds::check(&request), Ok(()), "{:?}", request);
        }
    }
}
