//! HTML pages: those with embedded data, and those sent instead of data.

use clipmeter_proto::v1::Outcome;

use super::read;
use crate::core::model::RawResponse;
use crate::platforms::instagram::kinds;

#[test]
fn instagram_page_instead_of_data_means_signed_out() {
    for page in [
        "<!DOCTYPE html><html><title>Login &bull; Instagram</title></html>",
        r#"<html class="not-logged-in"><head><title>Log in | Instagram</title></head></html>"#,
        r#"<html><title>Instagram</title><form method="post" action="/accounts/login/ajax/"></form></html>"#,
        r#"<html><link rel="icon" href="https://static.cdninstagram.com/a.png"><script type="application/json">
            {"a":["CurrentUserInitialData",[],{"USER_ID":"0","IG_USER_EIMU" : "0"},270]}</script></html>"#,
    ] {
        for status in [200, 401, 403] {
            let outcome = |response: RawResponse<'_>| {
                read(kinds::FEED_USER, &RawResponse { status, ..response }).outcome
            };
            assert_eq!(
                outcome(RawResponse::with_session(page.as_bytes())),
                Outcome::SessionDead,
                "{page}"
            );
            assert_eq!(
                outcome(RawResponse::anonymous(page.as_bytes())),
                Outcome::LoginRequired,
                "{page}"
            );
        }
    }
}

/// Substitute pages sent in place of a platform's, and the outcome of each: with a session, and anonymously.
#[test]
fn substitute_page_has_same_outcome_with_and_without_session() {
    let cut = "<!DOCTYPE html><html><head><title>Insta";
    for (status, page, outcome) in [
        (
            200,
            "<html><body>Please wait</body></html>",
            Outcome::UnexpectedPage,
        ),
        (
            200,
            "<html><title>Login</title><form action='https://portal.hotel.example/accounts/login/'></form></html>",
            Outcome::UnexpectedPage,
        ),
        (
            200,
            "<html><title>Sign in to the proxy</title><form action='/accounts/login/'>401</form></html>",
            Outcome::UnexpectedPage,
        ),
        (
            200,
            "<html><title>Sorry, we are down for maintenance</title></html>",
            Outcome::UnexpectedPage,
        ),
        (
            200,
            "<html><title>Just a moment...</title><form id='challenge-form' action='/cdn-cgi/challenge-platform/h/g'></form></html>",
            Outcome::UnexpectedPage,
        ),
        (
            200,
            r#"<html>{"message":"login_required","require_login":true}</html>"#,
            Outcome::UnexpectedPage,
        ),
        (200, "<html></html>", Outcome::UnexpectedPage),
        (200, cut, Outcome::ParseError),
        (200, r#"{"status":"ok","items":[{"#, Outcome::ParseError),
        (200, "Please wait", Outcome::ParseError),
        (200, " \n", Outcome::EmptyBody),
        (
            401,
            "<html><title>401 Authorization Required</title></html>",
            Outcome::UnexpectedPage,
        ),
        (401, "", Outcome::UnexpectedPage),
        (401, r#"{"error":"unauthorized"}"#, Outcome::UnexpectedPage),
        (
            407,
            "<html><title>Proxy Authentication Required</title></html>",
            Outcome::UnexpectedPage,
        ),
        (407, "", Outcome::UnexpectedPage),
        (
            403,
            "<html><title>ERROR: The request could not be satisfied</title></html>",
            Outcome::Blocked,
        ),
        (
            404,
            "<html><title>404 Not Found</title></html>",
            Outcome::UnexpectedPage,
        ),
        (503, "<html><title>Maintenance</title></html>", Outcome::Transient),
    ] {
        for response in [
            RawResponse::with_session(page.as_bytes()),
            RawResponse::anonymous(page.as_bytes()),
        ] {
            for kind in [
                kinds::FEED_USER,
                kinds::PROFILE_HTML_EMBEDDED,
                kinds::GRAPHQL_TIMELINE_XDT,
            ] {
                let parsed = read(kind, &RawResponse { status, ..response });
                assert_eq!(parsed.outcome, outcome, "{status} {page}: {}", parsed.detail);
            }
        }
    }
}

#[test]
fn page_data_is_found_in_any_script_notation() {
    let data = r#"{"a":[[{"__bbox":{"result":{"data":{"xig_polaris_media":{"if_not_gated_logged_out":{"pk":"5","media_type":2,"play_count":8}}}}}}]]}"#;
    for script in [
        format!(r#"<script type="application/json" data-sjs>{data}</script>"#),
        format!("<script\n data-sjs\n type='application/json'\n>\n{data}\n</script>"),
        format!("<script data-x='>' type=application/json >{data}</script>"),
    ] {
        let page = format!(r#"<html><script>"xig_polaris_media"</script>{script}</html>"#);
        let parsed = read(
            kinds::POST_HTML_EMBEDDED,
            &RawResponse::anonymous(page.as_bytes()),
        );
        assert_eq!(
            parsed.items.first().and_then(|item| item.views),
            Some(8),
            "{script}"
        );
    }
}

#[test]
fn page_account_is_merged_from_its_parts() {
    let result = |account: &str| {
        format!(r#"{{"__bbox":{{"result":{{"data":{{"xig_user_by_username":{account}}}}}}}}}"#)
    };
    let script = |content: &str| format!(r#"<script type="application/json">{content}</script>"#);
    let profile = result(r#"{"pk":"787132","username":"natgeo","follower_count":268457110}"#);
    let posts = |id: &str| {
        result(&format!(
            r#"{{{id},"polaris_ordered_timeline_connection":{{"edges":[{{"node":{{"pk":"5","like_count":7}}}}],"page_info":{{"has_next_page":true}}}}}}"#
        ))
    };
    for id in [r#""pk":"787132""#, r#""id":"17841400001""#, r#""id":"opaque""#] {
        let posts = posts(id);
        for scripts in [
            script(&profile) + &script(&posts),
            script(&posts) + &script(&profile),
            script(&format!("[{profile},{posts}]")),
            script(&format!("[{posts},{profile}]")),
        ] {
            let page = format!("<html>{scripts}</html>");
            let response = RawResponse::anonymous(page.as_bytes());
            let parsed = read(kinds::PROFILE_HTML_EMBEDDED, &response);
            let profile = parsed.profile.unwrap();
            assert_eq!(
                (profile.platform_id.as_ref(), profile.username.as_ref()),
                ("787132", "natgeo"),
                "{page}"
            );
            assert_eq!(profile.follower_count, Some(268_457_110), "{page}");
            assert_eq!((parsed.items.len(), parsed.has_more), (1, Some(true)), "{page}");
        }
    }
}

#[test]
fn page_accounts_with_different_ids_or_names_are_not_merged() {
    let result = |account: &str| format!(r#"{{"result":{{"data":{{"xig_user_by_username":{account}}}}}}}"#);
    let script = |content: &str| format!(r#"<script type="application/json">{content}</script>"#);
    let first = result(r#"{"pk":"7","username":"a"}"#);
    for (other, id) in [
        (r#"{"pk":"8","username":"b","follower_count":3}"#, "8"),
        (r#"{"pk":"8","username":"a","follower_count":3}"#, "8"),
        (r#"{"id":"9","username":"b","follower_count":3}"#, "9"),
    ] {
        let second = result(other);
        // The last account of a script counts, and the first script that has one.
        for (scripts, expected) in [
            (script(&format!("[{first},{second}]")), (id, Some(3))),
            (script(&first) + &script(&second), ("7", None)),
        ] {
            let page = format!("<html>{scripts}</html>");
            let response = RawResponse::anonymous(page.as_bytes());
            let profile = read(kinds::PROFILE_HTML_EMBEDDED, &response).profile.unwrap();
            assert_eq!(
                (profile.platform_id.as_ref(), profile.follower_count),
                expected,
                "{page}"
            );
        }
    }
}

#[test]
fn page_account_is_read_before_malformed_script() {
    let page = r#"<html><script type="application/json">
        {"result":{"data":{"xig_user_by_username":{"pk":"7","username":"a"}}}}</script>
        <script type="application/json">{"xig_user_by_username":{"pk":</script></html>"#;
    let response = RawResponse::anonymous(page.as_bytes());
    assert_eq!(
        read(kinds::PROFILE_HTML_EMBEDDED, &response)
            .profile
            .unwrap()
            .platform_id,
        "7"
    );
}

#[test]
fn page_data_of_requested_query_outranks_other_queries() {
    let result = |data: &str| format!(r#"{{"__bbox":{{"result":{{"data":{data}}}}}}}"#);
    let found = result(r#"{"xig_user_by_username":{"pk":"7","username":"a"}}"#);
    let denied = result(r#"{"user":null}"#);
    let script = |content: &str| format!(r#"<script type="application/json">{content}</script>"#);
    for scripts in [
        script(&format!("[{found},{denied}]")),
        script(&format!("[{denied},{found}]")),
        script(&format!(r#"["xig_user_by_username",{denied}]"#)) + &script(&found),
    ] {
        let page = format!("<html>{scripts}</html>");
        let parsed = read(
            kinds::PROFILE_HTML_EMBEDDED,
            &RawResponse::anonymous(page.as_bytes()),
        );
        assert_eq!(
            parsed
                .profile
                .map(|profile| profile.platform_id.into_owned())
                .as_deref(),
            Some("7"),
            "{page}"
        );
    }
}
