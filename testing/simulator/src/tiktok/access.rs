//! TikTok's access rules for list requests. Invalid ones get an empty response.

use super::Route;
use crate::{request::Request, response::SimulatedResponse};

/// Range of the web client's device IDs; with others the lists are wrong.
const DEVICE_IDS: std::ops::Range<u64> = 7_250_000_000_000_000_000..7_325_099_899_999_994_578;

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
