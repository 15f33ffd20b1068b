//! GET `/@{username}`: the page with its data in `__UNIVERSAL_DATA_FOR_REHYDRATION__`.

use std::ops::Range;

use axum::http::header;
use serde_json::{Value, json};

use super::item::{author, stats, stats_v2};
use crate::{
    clock::Millis,
    response::{SimulatedResponse, embed, escape},
    world::{Account, AccountKind},
};

/// Cookies of a client; the challenge binds its pass to them.
const COOKIES: [&str; 2] = [
    "ttwid=1%7Csimulated; Path=/; Secure; HttpOnly",
    "tt_chain_token=c2ltdWxhdGVk; Path=/; Secure; HttpOnly",
];

const USER_MISSING: u32 = 10_221;
const USER_PRIVATE: u32 = 10_222;

pub(super) fn user(account: Option<&Account>, now: Millis) -> SimulatedResponse {
    let Some(account) = account else {
        return rehydrated(
            "Couldn't find this account",
            &json!({"webapp.user-detail": {"userInfo": {}, "statusCode": USER_MISSING, "statusMsg": "user doesn't exist"}}),
        );
    };
    let private = account.kind == AccountKind::Private;
    let mut user = author(account);
    user["privateAccount"] = json!(private);
    user["secret"] = json!(private);
    let detail = json!({
        "userInfo": {
            "user": user,
            "stats": stats(account, now),
            "statsV2": stats_v2(account, now),
            "itemList": [],
        },
        "shareMeta": {"title": format!("{} on TikTok", account.display_name), "desc": account.biography},
        "statusCode": if private { USER_PRIVATE } else { 0 },
        "statusMsg": "",
        "needFix": true,
    });
    let canonical = format!("https://www.tiktok.com/@{}", account.username);
    rehydrated(
        &format!("{} (@{}) | TikTok", account.display_name, account.username),
        &json!({"seo.abtest": {"canonical": canonical}, "webapp.user-detail": detail}),
    )
}

/// Returns the page of an account that has become private: `normal` is its page before.
pub(crate) fn private(normal: &SimulatedResponse) -> SimulatedResponse {
    let mut detail = detail_of(&normal.body).unwrap_or_else(|| json!({"userInfo": {"user": {}}}));
    detail["statusCode"] = json!(USER_PRIVATE);
    if let Some(user) = detail
        .pointer_mut("/userInfo/user")
        .filter(|user| user.is_object())
    {
        user["privateAccount"] = json!(true);
        user["secret"] = json!(true);
    }
    rehydrated("TikTok - Make Your Day", &json!({"webapp.user-detail": detail}))
}

/// Returns the `webapp.user-detail` of a page.
fn detail_of(body: &[u8]) -> Option<Value> {
    let mut data: Value = serde_json::from_slice(body.get(data_of(body)?)?).ok()?;
    data.get_mut("__DEFAULT_SCOPE__")?
        .get_mut("webapp.user-detail")
        .map(Value::take)
}

/// Changes the rehydration data of a page; a page without such data is unchanged.
pub(crate) fn rescoped(page: SimulatedResponse, change: impl FnOnce(&mut Value)) -> SimulatedResponse {
    let changed = data_of(&page.body).and_then(|at| {
        let mut data: Value = serde_json::from_slice(page.body.get(at.clone())?).ok()?;
        change(&mut data);
        let before = page.body.get(..at.start)?;
        let after = page.body.get(at.end..)?;
        Some([before, embed(&data).as_bytes(), after].concat())
    });
    match changed {
        Some(body) => SimulatedResponse {
            body: body.into(),
            ..page
        },
        None => page,
    }
}

/// Returns the position of the rehydration data in a page.
fn data_of(body: &[u8]) -> Option<Range<usize>> {
    let after = memchr::memmem::find(body, b"id=\"__UNIVERSAL_DATA_FOR_REHYDRATION__\"")?;
    let begin = after + memchr::memchr(b'>', body.get(after..)?)? + 1;
    let end = begin + memchr::memmem::find(body.get(begin..)?, b"</script>")?;
    Some(begin..end)
}

/// Builds a page with `scope` as its rehydration data.
pub(crate) fn rehydrated(title: &str, scope: &Value) -> SimulatedResponse {
    let mut scope = scope.clone();
    scope["webapp.app-context"] =
        json!({"language": "en", "region": "US", "appId": 1988, "botType": "others"});
    let data = json!({"__DEFAULT_SCOPE__": scope});
    let body = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"/><title>{}</title></head><body><div id=\"app\"></div>\
         <script id=\"__UNIVERSAL_DATA_FOR_REHYDRATION__\" type=\"application/json\">{}</script></body></html>",
        escape(title),
        embed(&data),
    );
    COOKIES
        .iter()
        .fold(SimulatedResponse::html(body), |response, cookie| {
            response.with(header::SET_COOKIE, cookie)
        })
}
