//! One row per operation: who may call it, on what, and with what.

use serde_json::{Value, json};

use super::things::Things;

/// Who may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// Needs no token.
    Anybody,
    /// Any role, each in its scope.
    SignedIn,
    /// Who manages a group's accounts: its admins, its members if it lets them, platform admins.
    Managers,
    /// Platform admins.
    Admins,
}
use Who::{Admins, Anybody, Managers, SignedIn};

/// What is sent.
#[derive(Clone, Copy)]
pub(super) enum Body {
    Nothing,
    Json(fn(&Things) -> Value),
    Text(&'static str),
    /// As the field `file` of a form.
    File(&'static str),
}

#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The operation's id in the document.
    pub(super) id: &'static str,
    pub(super) who: Who,
    /// What stands in the placeholder of the path.
    pub(super) at: Option<At>,
    pub(super) body: Body,
    /// The status for those who may, where it is not the documented success.
    pub(super) allowed: Option<u16>,
    /// The caller's token is no longer good afterwards.
    pub(super) ends_token: bool,
}

#[derive(Clone, Copy)]
pub(super) enum At {
    /// The same for everybody.
    Fixed(&'static str),
    /// The id of something that belongs to a group.
    Owned(fn(&Things) -> String),
    /// The id of an item, which any member may see unless the platform restricts that to the own group.
    Collected(fn(&Things) -> String),
}

impl Row {
    const fn at(self, text: &'static str) -> Self {
        Self {
            at: Some(At::Fixed(text)),
            ..self
        }
    }

    const fn of(self, id: fn(&Things) -> String) -> Self {
        Self {
            at: Some(At::Owned(id)),
            ..self
        }
    }

    const fn of_collected(self, id: fn(&Things) -> String) -> Self {
        Self {
            at: Some(At::Collected(id)),
            ..self
        }
    }

    const fn json(self, make: fn(&Things) -> Value) -> Self {
        Self {
            body: Body::Json(make),
            ..self
        }
    }

    const fn text(self, text: &'static str) -> Self {
        Self {
            body: Body::Text(text),
            ..self
        }
    }

    const fn file(self, text: &'static str) -> Self {
        Self {
            body: Body::File(text),
            ..self
        }
    }

    const fn ending_token(self) -> Self {
        Self {
            ends_token: true,
            ..self
        }
    }
}

/// What a session ID looks like.
const SESSION: &str = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests";

const fn row(id: &'static str, who: Who) -> Row {
    Row {
        id,
        who,
        at: None,
        body: Body::Nothing,
        allowed: None,
        ends_token: false,
    }
}

pub(super) const TABLE: &[Row] = &[
    row("login", Anybody).json(|things| json!({"username": things.username, "password": things.password})),
    Row {
        allowed: Some(403),
        ..row("register", Anybody)
            .json(|things| json!({"email": "eve@example.com", "password": things.password}))
    },
    row("me", SignedIn),
    row("logout", SignedIn).ending_token(),
    row("logout_everywhere", SignedIn).ending_token(),
    row("change_password", SignedIn)
        .json(|things| json!({"current_password": things.password, "new_password": "another long password"}))
        .ending_token(),
    row("audit_log", Admins),
    row("list_users", Admins),
    row("create_user", Admins)
        .of(|things| things.spare_group.to_string())
        .json(|things| json!({"username": things.fresh, "email": format!("{}@example.com", things.fresh)})),
    row("toggle_user", Admins).of(|things| things.user.to_string()),
    row("reset_password", Admins).of(|things| things.user.to_string()),
    row("delete_user", Admins).of(|things| things.user.to_string()),
    row("dashboard_stats", SignedIn),
    row("top_performers", SignedIn),
    row("dashboard_trend", SignedIn),
    row("all_instagram_posts", SignedIn),
    row("all_tiktok_videos", SignedIn),
    row("export_instagram_posts", SignedIn),
    row("export_tiktok_videos", SignedIn),
    row("scrape_everything", Managers),
    row("list_groups", Admins),
    row("create_group", Admins).json(|things| json!({"name": things.fresh})),
    row("list_instagram_accounts", SignedIn),
    row("add_instagram_account", Managers)
        .json(|things| json!({"username": things.fresh, "group_id": things.group})),
    row("delete_instagram_account", Managers).of(|things| things.instagram_account.to_string()),
    row("instagram_account_posts", SignedIn).of(|things| things.instagram_account.to_string()),
    row("instagram_account_history", SignedIn).of(|things| things.instagram_account.to_string()),
    row("refresh_instagram_account", Managers).of(|things| things.instagram_account.to_string()),
    row("instagram_post_history", SignedIn).of_collected(|things| things.post.to_string()),
    row("scrape_all_instagram", Managers).json(|things| json!({"group_id": things.group})),
    row("list_tiktok_accounts", SignedIn),
    row("add_tiktok_account", Managers)
        .json(|things| json!({"username": things.fresh, "group_id": things.group})),
    row("delete_tiktok_account", Managers).of(|things| things.tiktok_account.to_string()),
    row("tiktok_account_videos", SignedIn).of(|things| things.tiktok_account.to_string()),
    row("tiktok_account_history", SignedIn).of(|things| things.tiktok_account.to_string()),
    row("refresh_tiktok_account", Managers).of(|things| things.tiktok_account.to_string()),
    row("tiktok_video_history", SignedIn).of_collected(|things| things.video.to_string()),
    row("scrape_all_tiktok", Managers).json(|things| json!({"group_id": things.group})),
    row("add_sessions", Admins).json(|things| json!({"sessions": [things.fresh]})),
    row("list_sessions", Admins),
    row("import_sessions", Admins).text(SESSION),
    row("upload_sessions", Admins).file(SESSION),
    row("delete_session", Admins).at("0"),
    row("delete_all_sessions", Admins),
    row("session_pool", Admins),
    row("park_session", Admins).of(|things| things.session.to_string()),
    row("revive_session", Admins).of(|things| things.session.to_string()),
    row("update_session", Admins)
        .of(|things| things.session.to_string())
        .json(|things| json!({"proxy_id": things.proxy})),
    row("list_proxies", Admins),
    row("add_proxy", Admins)
        .json(|things| json!({"name": things.fresh, "url": "socks5://ann:word@proxy.example:1080"})),
    row("delete_proxy", Admins).of(|things| things.proxy.to_string()),
    row("add_instagram_accounts", Managers)
        .json(|things| json!({"accounts": [{"username": things.fresh}], "group_id": things.group})),
    row("delete_instagram_accounts", Managers)
        .json(|things| json!({"account_ids": [things.instagram_account]})),
    row("add_tiktok_accounts", Managers)
        .json(|things| json!({"accounts": [{"username": things.fresh}], "group_id": things.group})),
    row("delete_tiktok_accounts", Managers).json(|things| json!({"account_ids": [things.tiktok_account]})),
    row("group_detail", SignedIn).of(|things| things.group.to_string()),
    row("update_group", Admins)
        .of(|things| things.spare_group.to_string())
        .json(|things| json!({"name": things.fresh, "cost": {"model": "none"}})),
    row("toggle_group", Admins).of(|things| things.spare_group.to_string()),
    row("delete_group", Admins).of(|things| things.spare_group.to_string()),
    row("update_instagram_account", Admins)
        .of(|things| things.instagram_account.to_string())
        .json(|_| json!({"cost": null})),
    row("update_tiktok_account", Admins)
        .of(|things| things.tiktok_account.to_string())
        .json(|_| json!({"interval_minutes": 30})),
    Row {
        allowed: Some(409),
        ..row("decide_instagram_identity", Admins)
            .of(|things| things.instagram_account.to_string())
            .json(|_| json!({"decision": "same"}))
    },
    Row {
        allowed: Some(409),
        ..row("decide_tiktok_identity", Admins)
            .of(|things| things.tiktok_account.to_string())
            .json(|_| json!({"decision": "replace"}))
    },
    row("list_evidence", Admins),
    Row {
        allowed: Some(404),
        ..row("evidence_file", Admins).at("0")
    },
    row("delete_evidence", Admins),
    row("platform_facts", Admins),
    row("set_platform_facts", Admins).json(|_| json!({"own": {"instagram": {"page_size": 12}}})),
    row("facts_versions", Admins),
    row("intervals", SignedIn),
    row("set_intervals", Admins).json(|_| json!({"instagram": 5, "tiktok": 1440})),
    row("platform_settings", Admins),
    row("set_platform_settings", Admins)
        .json(|_| json!({"content_visibility": "all", "cost": {"model": "flat", "cost": 2.5}})),
    row("list_erasures", Admins),
    row("erase_handle", Admins)
        .json(|things| json!({"platform": "instagram", "username": things.fresh, "confirm": things.fresh})),
    Row {
        allowed: Some(404),
        ..row("lift_erasure", Admins).at("999999")
    },
    row("admin_overview", Admins),
    row("scraping_status", Admins),
    row("storage_status", Admins),
    row("trigger_scrape", Admins)
        .at("instagram")
        .json(|things| json!({"group_id": things.group})),
    row("scraping_run", SignedIn).of(|things| things.run.to_string()),
    row("scraping_runs", Admins),
    row("scraping_run_units", Admins).of(|things| things.run.to_string()),
    row("retry_scraping_run", Admins).of(|things| things.failed_run.to_string()),
    row("retry_failed_scrapes", Managers).json(|things| json!({"group_id": things.group})),
    row("scraping_traffic", Admins),
    row("scraping_outcomes", SignedIn),
    row("add_tiktok_videos", Managers)
        .json(|things| json!({"urls": [things.video_url], "group_id": things.group})),
    row("list_tiktok_videos", SignedIn),
    row("delete_tiktok_video", Managers).of(|things| things.tracked_video.to_string()),
];
