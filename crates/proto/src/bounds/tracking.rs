//! Bounds of messages from the operator about resources. The lengths are those of Kubernetes and the resources' schemas; the meaning of
//! a value is checked where it is used, with error messages in the terms of the resource.

use super::Bound::{self, Any, Choice, List, Message, Number, Text};
use super::control::POOL;
use super::{FieldBounds, Form};

/// The name of a Kubernetes object, or empty.
const OBJECT: Bound = Text(0, 253, Form::Name);

/// A field manager.
const MANAGER: Bound = Text(0, 128, Form::Text);

/// Largest amount, millionths.
const AMOUNT: Bound = Number(0, 1_000_000_000_000_000);

/// Far more than a year.
const MINUTES: Bound = Number(0, 10_000_000);

/// Ten years.
const SECONDS: Bound = Number(0, 315_360_000);

/// Far more accounts or videos than a group may have.
const ACCOUNTS: Bound = Number(0, 10_000_000);

const FLAG: Bound = Any("both values mean something");

pub(super) const TABLE: &[(&str, FieldBounds)] = &[
    (
        "TrackedName",
        &[("group", OBJECT), ("kind", Choice(true)), ("object", OBJECT)],
    ),
    (
        "SyncPolicyRequest",
        &[("instagram_minutes", MINUTES), ("tiktok_minutes", MINUTES)],
    ),
    (
        "SyncPlatformConfigRequest",
        &[
            ("resource", OBJECT),
            // Ten times the built-in one.
            ("document", Text(0, 1_000_000, Form::Text)),
            ("managed_by", MANAGER),
        ],
    ),
    // Far more than a cluster needs: beyond the bound, none is accepted.
    ("SyncScraperPoolsRequest", &[("pools", List(1_000, &Message))]),
    (
        "ScraperPool",
        &[
            ("name", POOL),
            ("region", Text(0, 63, Form::Name)),
            // One for each platform.
            ("proxies", List(10, &Message)),
            ("session_set", POOL),
            ("placed", FLAG),
            ("managed_by", MANAGER),
        ],
    ),
    (
        "PoolProxy",
        &[("platform", Choice(false)), ("proxy", Text(0, 1_000, Form::Text))],
    ),
    (
        "SyncGroupRequest",
        &[
            ("group", OBJECT),
            ("namespace", OBJECT),
            ("display_name", Text(0, 1_000, Form::Text)),
            ("description", Text(0, 10_000, Form::Text)),
            ("suspended", FLAG),
            ("max_instagram_accounts", ACCOUNTS),
            ("max_tiktok_accounts", ACCOUNTS),
            ("instagram_minutes", MINUTES),
            ("tiktok_minutes", MINUTES),
            ("cost", Message),
            ("managed_by", MANAGER),
            ("retain", FLAG),
            ("purge_after_seconds", SECONDS),
            ("max_tiktok_videos", ACCOUNTS),
            ("currency", Text(0, 3, Form::Name)),
            ("scraper_pool", POOL),
            ("allowed_scraper_pools", List(20, &POOL)),
            ("time_zone", Text(0, 64, Form::Token)),
        ],
    ),
    (
        "Cost",
        &[
            ("flat", AMOUNT),
            ("per_mille", Message),
            ("base_plus", Message),
            ("none", Message),
        ],
    ),
    ("PerMille", &[("rate", AMOUNT), ("cap", AMOUNT)]),
    ("BasePlus", &[("base", AMOUNT), ("rate", AMOUNT), ("max", AMOUNT)]),
    ("NoCost", &[]),
    ("RemoveGroupRequest", &[("group", OBJECT), ("retain", FLAG)]),
    (
        "SyncTrackedRequest",
        &[
            ("name", Message),
            ("subject", Text(0, 2_000, Form::Text)),
            ("suspended", FLAG),
            ("interval_minutes", MINUTES),
            ("cost", Message),
            ("managed_by", MANAGER),
            ("retain", FLAG),
            ("scraper_pool", POOL),
        ],
    ),
    ("RemoveTrackedRequest", &[("name", Message), ("retain", FLAG)]),
    (
        "ListProgressRequest",
        &[(
            "attempted_since",
            Any("one that is no time is refused where it is used"),
        )],
    ),
];
