//! Bounds of messages from control planes about runs.

use super::Bound::{self, Any, Choice, List, Message, Number, Text};
use super::{FieldBounds, Form};

/// The name of a scraper pool, or empty.
pub(super) const POOL: Bound = Text(0, 63, Form::Name);

pub(super) const TABLE: &[(&str, FieldBounds)] = &[
    (
        "ListDueRequest",
        &[
            ("within_seconds", Number(0, 3_600)),
            ("requested", List(10_000, &Message)),
            ("limit_per_platform", Number(0, 100_000)),
        ],
    ),
    ("ListRunsRequest", &[]),
    (
        "OpenRunRequest",
        &[
            ("run_id", Text(36, 36, Form::Uuid)),
            ("platform", Choice(false)),
            ("units", List(1_000, &Message)),
            ("trigger", Choice(true)),
            ("scraper_pool", POOL),
        ],
    ),
    (
        "UnitKey",
        &[
            ("platform", Choice(true)),
            ("account_id", Number(0, i64::MAX as i128)),
            ("video_id", Number(0, i64::MAX as i128)),
        ],
    ),
    (
        "CloseRunRequest",
        &[
            ("run_id", Text(36, 36, Form::Uuid)),
            ("reason", Any("it is cut where it is stored")),
        ],
    ),
];
