//! TikTok's responses to untrusted clients, and its access rules for list requests.

use axum::http::StatusCode;
use serde_json::json;

use super::Route;
use super::page::rehydrated;
use crate::request::Request;
use crate::response::SimulatedResponse;

/// Range of the web client's device IDs; with others the lists are wrong.
const DEVICE_IDS: std::ops::Range<u64> = 7_250_000_000_000_000_000..7_325_099_899_999_994_578;

/// Builds the captcha: JSON on endpoints, a page elsewhere.
pub(crate) fn captcha(is_page: bool) -> SimulatedResponse {
    if is_page {
        return SimulatedResponse::html(
            "<!DOCTYPE html><html><head><title>Security Check</title></head>\
             <body><div class=\"captcha-verify-container\" id=\"secsdk-captcha\"></div></body></html>",
        );
    }
    SimulatedResponse::json(&json!({
        "code": "10000", "from": "", "type": "verify", "version": "2", "region": "va", "subtype": "slide",
        "detail": "simulated", "verify_event": "", "fp": "verify_simulated",
    }))
}

/// Builds the application without any data.
pub(crate) fn shell() -> SimulatedResponse {
    SimulatedResponse::html(
        "<!DOCTYPE html><html lang=\"en\" data-downgrade=\"1\"><head><title>TikTok - Make Your Day</title></head>\
         <body><div id=\"app\"></div></body></html>",
    )
}

/// Builds the firewall's empty response.
pub(crate) fn blocked() -> SimulatedResponse {
    SimulatedResponse::html(
        "<html><head><title>Access Denied</title></head><body><h1>Access Denied</h1></body></html>",
    )
    .with_status(StatusCode::FORBIDDEN)
}

/// Builds a page that only contains the URL of the real one.
pub(crate) fn elsewhere(location: Option<&str>) -> SimulatedResponse {
    let canonical = location.unwrap_or("https://www.tiktok.com/explore");
    rehydrated(
        "TikTok - Make Your Day",
        &json!({"seo.abtest": {"canonical": canonical}}),
    )
}

/// Builds the login wall for anonymous clients: 302 to the login page.
pub(crate) fn login_wall() -> SimulatedResponse {
    SimulatedResponse::redirect("https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F")
}

/// Refuses a list request that differs from the web client's: 200 with an empty body.
pub(crate) fn refuse(route: &Route, request: &Request) -> Option<SimulatedResponse> {
    if !matches!(route, Route::ItemList { .. }) {
        return None;
    }
    let device = request.query("device_id").and_then(|id| id.parse().ok());
    let fine = request.query("aid") == Some("1988")
        && device.is_some_and(|id| DEVICE_IDS.contains(&id))
        && request
            .query("verifyFp")
            .is_some_and(|fp| fp.starts_with("verify_"));
    (!fine).then(|| SimulatedResponse::html(""))
}
