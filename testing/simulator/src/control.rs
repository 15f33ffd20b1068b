//! The control API under `/__simulator/`, which configures the simulator and is separate from the platforms.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use axum::{
    Json, Router,
    body::Bytes,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use chrono::{DateTime, SecondsFormat};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::json;

use crate::{
    AccountSummary, Chaos, FaultKind, FaultRule, Quotas, clock::Millis, log::RequestCounts,
    platforms::Platforms,
};

/// Maximum advance of the clock in one call, in seconds: a hundred years.
const MAX_ADVANCE: u64 = 100 * 366 * 24 * 3600;

pub(crate) fn router() -> Router<Arc<Platforms>> {
    Router::new()
        .route("/__simulator/state", get(state))
        .route("/__simulator/accounts", get(accounts))
        .route("/__simulator/clock", post(clock))
        .route(
            "/__simulator/faults",
            get(faults).post(add_fault).delete(clear_faults),
        )
        .route("/__simulator/chaos", put(set_chaos).delete(clear_chaos))
        .route("/__simulator/quotas", put(set_quotas).delete(clear_quotas))
        .route("/__simulator/sessions/restore", post(restore))
        .route(
            "/__simulator/{*rest}",
            get(unknown).post(unknown).put(unknown).delete(unknown),
        )
        .method_not_allowed_fallback(async || {
            refuse(
                StatusCode::METHOD_NOT_ALLOWED,
                "this path does not take this method",
            )
        })
}

/// The response of `GET /__simulator/state`.
#[derive(Debug, Serialize)]
struct StateResponse {
    now: String,
    started_at: String,
    clock_speed: f64,
    accounts: usize,
    recordings: usize,
    waf_always: bool,
    requests: RequestCounts,
    faults: Vec<FaultRule>,
    chaos: Option<Chaos>,
    quotas: Quotas,
    /// The current IDs of documents by operation, if they are rotated.
    documents: BTreeMap<&'static str, String>,
    /// Sessions that are always refused, by their hash.
    refused_sessions: BTreeMap<String, FaultKind>,
}

async fn state(State(platforms): State<Arc<Platforms>>) -> Response {
    Json(StateResponse {
        now: rfc3339(platforms.clock.now()),
        started_at: rfc3339(platforms.clock.start()),
        clock_speed: platforms.clock.speed(),
        accounts: platforms.world.accounts().len(),
        recordings: platforms.replay.len(),
        waf_always: platforms.waf_always,
        requests: platforms.log.so_far(),
        faults: platforms.faults.list(),
        chaos: platforms.fault_sampler.chaos(),
        quotas: platforms.quota_tracker.quotas(),
        documents: platforms.documents.present(platforms.clock.now()),
        refused_sessions: platforms.sessions.list(),
    })
    .into_response()
}

async fn accounts(State(platforms): State<Arc<Platforms>>) -> Response {
    Json(AccountSummary::all(&platforms.world)).into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advance {
    advance_seconds: u64,
}

async fn clock(State(platforms): State<Arc<Platforms>>, body: Bytes) -> Response {
    let advance: Advance = match read(&body, r#"{"advance_seconds": 3600}"#) {
        Ok(advance) => advance,
        Err(wrong) => return refuse(StatusCode::BAD_REQUEST, &wrong),
    };
    if advance.advance_seconds > MAX_ADVANCE {
        return refuse(
            StatusCode::BAD_REQUEST,
            &format!("advance_seconds may be at most {MAX_ADVANCE}, a hundred years"),
        );
    }
    let now = platforms
        .clock
        .advance(Duration::from_secs(advance.advance_seconds));
    Json(json!({"now": rfc3339(now)})).into_response()
}

async fn faults(State(platforms): State<Arc<Platforms>>) -> Response {
    Json(platforms.faults.list()).into_response()
}

async fn add_fault(State(platforms): State<Arc<Platforms>>, body: Bytes) -> Response {
    let rule: FaultRule = match read(
        &body,
        r#"{"fault": "rate_limited", "path_prefix": "/api/v1/feed", "times": 2}"#,
    ) {
        Ok(rule) => rule,
        Err(wrong) => return refuse(StatusCode::BAD_REQUEST, &wrong),
    };
    let unknown_file = |file: &&String| platforms.replay.file(file, 0).is_none();
    if let Some(file) = rule.recording.as_ref().filter(unknown_file) {
        return refuse(
            StatusCode::BAD_REQUEST,
            &format!("the replay folder has no recording {file}"),
        );
    }
    match platforms.faults.add(rule) {
        Ok(()) => (StatusCode::CREATED, Json(platforms.faults.list())).into_response(),
        Err(invalid) => refuse(StatusCode::BAD_REQUEST, &invalid.to_string()),
    }
}

async fn clear_faults(State(platforms): State<Arc<Platforms>>) -> Response {
    platforms.faults.clear();
    StatusCode::NO_CONTENT.into_response()
}

async fn set_chaos(State(platforms): State<Arc<Platforms>>, body: Bytes) -> Response {
    let chaos: Chaos = match read(
        &body,
        r#"{"per_mille": 50, "seed": 7, "kinds": ["rate_limited"]}"#,
    ) {
        Ok(chaos) => chaos,
        Err(wrong) => return refuse(StatusCode::BAD_REQUEST, &wrong),
    };
    if let Err(impossible) = chaos.check() {
        return refuse(StatusCode::BAD_REQUEST, &impossible.to_string());
    }
    platforms.fault_sampler.set(Some(chaos));
    StatusCode::NO_CONTENT.into_response()
}

async fn clear_chaos(State(platforms): State<Arc<Platforms>>) -> Response {
    platforms.fault_sampler.set(None);
    StatusCode::NO_CONTENT.into_response()
}

async fn set_quotas(State(platforms): State<Arc<Platforms>>, body: Bytes) -> Response {
    let example =
        r#"{"session": {"per_hour": 150, "burst": 4}, "endpoint": {"web_profile_info": {"per_hour": 80}}}"#;
    match read(&body, example) {
        Ok(quotas) => platforms.quota_tracker.set(quotas),
        Err(wrong) => return refuse(StatusCode::BAD_REQUEST, &wrong),
    }
    StatusCode::NO_CONTENT.into_response()
}

async fn clear_quotas(State(platforms): State<Arc<Platforms>>) -> Response {
    platforms.quota_tracker.set(Quotas::default());
    StatusCode::NO_CONTENT.into_response()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RestoreRequest {
    session: String,
}

async fn restore(State(platforms): State<Arc<Platforms>>, body: Bytes) -> Response {
    let restore: RestoreRequest = match read(&body, r#"{"session": "0123456789ab"}"#) {
        Ok(restore) => restore,
        Err(wrong) => return refuse(StatusCode::BAD_REQUEST, &wrong),
    };
    if platforms.restore(&restore.session) {
        StatusCode::NO_CONTENT.into_response()
    } else {
        refuse(
            StatusCode::NOT_FOUND,
            "no session with this hash is refused; see refused_sessions in /__simulator/state",
        )
    }
}

async fn unknown() -> Response {
    refuse(
        StatusCode::NOT_FOUND,
        "there are /__simulator/state, accounts, clock, faults, chaos, quotas and sessions/restore",
    )
}

/// Parses a JSON body regardless of its content type; curl does not send JSON's by default.
fn read<T: DeserializeOwned>(body: &[u8], example: &str) -> Result<T, String> {
    serde_json::from_slice(body).map_err(|wrong| format!("{wrong}; send JSON like {example}"))
}

fn refuse(status: StatusCode, error: &str) -> Response {
    (status, Json(json!({"error": error}))).into_response()
}

fn rfc3339(at: Millis) -> String {
    DateTime::from_timestamp_millis(at)
        .unwrap_or_default()
        .to_rfc3339_opts(SecondsFormat::Secs, true)
}
