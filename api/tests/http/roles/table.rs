//! One row for each operation: its roles, objects and body.

use serde_json::{Value, json};

use super::fixtures::Fixtures;

/// The roles that may call an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RequiredRole {
    /// Needs no token.
    Public,
    /// Any role, within its scope, and viewers.
    Readers,
    /// Any role, within its scope.
    SignedIn,
    /// Members of any group, and platform admins.
    Members,
    /// Users who manage a group's accounts: its admins, its members if the group allows it, and platform admins.
    Managers,
    /// Admins of the object's group, and platform admins.
    GroupAdmins,
    /// Admins of any group, for its users, and platform admins.
    UserManagers,
    /// Platform admins.
    Admins,
}
use RequiredRole::{Admins, GroupAdmins, Managers, Members, Public, Readers, SignedIn, UserManagers};

/// The body of the request.
#[derive(Clone, Copy)]
pub(super) enum Body {
    Nothing,
    Json(fn(&Fixtures) -> Value),
    Text(&'static str),
    /// As the field `file` of a form.
    File(&'static str),
}

#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The operation's id in the document.
    pub(super) id: &'static str,
    pub(super) required_role: RequiredRole,
    /// The value of the placeholder in the path.
    pub(super) at: Option<At>,
    pub(super) body: Body,
    /// The status for permitted roles, if it is not the documented success.
    pub(super) allowed: Option<u16>,
    /// The caller's token is no longer good afterwards.
    pub(super) ends_token: bool,
}

#[derive(Clone, Copy)]
pub(super) enum At {
    /// The same for everybody.
    Fixed(&'static str),
    /// The id of something that belongs to a group.
    Owned(fn(&Fixtures) -> String),
    /// The ID of an item, which any member may see, unless the settings restrict content to the member's group.
    Collected(fn(&Fixtures) -> String),
}

impl Row {
    const fn at(self, text: &'static str) -> Self {
        Self {
            at: Some(At::Fixed(text)),
            ..self
        }
    }

    const fn of(self, id: fn(&Fixtures) -> String) -> Self {
        Self {
            at: Some(At::Owned(id)),
            ..self
        }
    }

    const fn of_collected(self, id: fn(&Fixtures) -> String) -> Self {
        Self {
            at: Some(At::Collected(id)),
            ..self
        }
    }

    const fn json(self, make: fn(&Fixtures) -> Value) -> Self {
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

    /// The call requires a query, which the table has not: the handler refuses it after the caller's role was checked.
    const fn without_query(self) -> Self {
        Self {
            allowed: Some(422),
            ..self
        }
    }

    const fn revoking_token(self) -> Self {
        Self {
            ends_token: true,
            ..self
        }
    }
}

/// A session ID in the valid format.
const SESSION: &str = "58211900017%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionForTests";

const fn row(id: &'static str, required_role: RequiredRole) -> Row {
    Row {
        id,
        required_role,
        at: None,
        body: Body::Nothing,
        allowed: None,
        ends_token: false,
    }
}

pub(super) const TABLE: &[Row] = &[
    row("login", Public).json(|fixtures| json!({"username": fixtures.username, "password": fixtures.password})),
    Row {
        allowed: Some(403),
        ..row("register", Public)
            .json(|fixtures| json!({"email": "eve@example.com", "password": fixtures.password}))
    },
    Row {
        allowed: Some(404),
        ..row("picture", Public).at("9f86d081884c7d659a2feaa0c55ad015")
    },
    row("picture_usage", Admins),
    row("me", Readers),
    row("logout", SignedIn).revoking_token(),
    row("logout_everywhere", SignedIn).revoking_token(),
    row("change_password", SignedIn)
        .json(|fixtures| json!({"current_password": fixtures.password, "new_password": "another long password"}))
        .revoking_token(),
    row("audit_log", Admins),
    row("list_users", UserManagers),
    row("create_user", UserManagers)
        .of(|fixtures| fixtures.group.to_string())
        .json(|fixtures| json!({"username": fixtures.fresh, "email": format!("{}@example.com", fixtures.fresh)})),
    row("toggle_user", UserManagers).of(|fixtures| fixtures.user.to_string()),
    row("reset_password", UserManagers).of(|fixtures| fixtures.user.to_string()),
    row("update_user", UserManagers)
        .of(|fixtures| fixtures.user.to_string())
        .json(|fixtures| json!({"full_name": fixtures.fresh, "is_group_admin": true})),
    row("delete_user", UserManagers).of(|fixtures| fixtures.user.to_string()),
    row("dashboard_stats", Readers),
    row("top_performers", Readers),
    row("dashboard_trend", Readers),
    row("dashboard_gains", Readers),
    row("compare_days", Readers).without_query(),
    row("compare_ages", Readers).without_query(),
    row("export_comparison", Readers).without_query(),
    row("statement", Readers),
    row("attention", SignedIn),
    row("export_statement", Readers),
    row("all_instagram_posts", Readers),
    row("all_tiktok_videos", Readers),
    row("all_content", Readers),
    row("all_content_sums", Readers),
    row("export_all_content", Readers),
    row("instagram_posts_sums", Readers),
    row("tiktok_videos_sums", Readers),
    row("export_instagram_posts", Readers),
    row("export_tiktok_videos", Readers),
    row("scrape_everything", Managers),
    row("list_groups", Admins),
    row("create_group", Admins).json(|fixtures| json!({"name": fixtures.fresh})),
    row("list_instagram_accounts", Readers),
    row("add_instagram_account", Managers)
        .json(|fixtures| json!({"username": fixtures.fresh, "group_id": fixtures.group})),
    row("delete_instagram_account", Managers).of(|fixtures| fixtures.instagram_account.to_string()),
    row("show_instagram_account", Readers).of(|fixtures| fixtures.instagram_account.to_string()),
    row("show_tiktok_account", Readers).of(|fixtures| fixtures.tiktok_account.to_string()),
    row("instagram_accounts_gains", Readers),
    row("tiktok_accounts_gains", Readers),
    row("instagram_account_posts", Readers).of(|fixtures| fixtures.instagram_account.to_string()),
    row("instagram_account_history", Readers).of(|fixtures| fixtures.instagram_account.to_string()),
    row("refresh_instagram_account", Managers).of(|fixtures| fixtures.instagram_account.to_string()),
    row("instagram_post_history", Readers).of_collected(|fixtures| fixtures.post.to_string()),
    row("scrape_all_instagram", Managers).json(|fixtures| json!({"group_id": fixtures.group})),
    row("list_tiktok_accounts", Readers),
    row("add_tiktok_account", Managers)
        .json(|fixtures| json!({"username": fixtures.fresh, "group_id": fixtures.group})),
    row("delete_tiktok_account", Managers).of(|fixtures| fixtures.tiktok_account.to_string()),
    row("tiktok_account_videos", Readers).of(|fixtures| fixtures.tiktok_account.to_string()),
    row("tiktok_account_history", Readers).of(|fixtures| fixtures.tiktok_account.to_string()),
    row("refresh_tiktok_account", Managers).of(|fixtures| fixtures.tiktok_account.to_string()),
    row("tiktok_video_history", Readers).of_collected(|fixtures| fixtures.video.to_string()),
    row("scrape_all_tiktok", Managers).json(|fixtures| json!({"group_id": fixtures.group})),
    row("add_sessions", Admins).json(|fixtures| json!({"sessions": [fixtures.fresh]})),
    row("list_sessions", Admins),
    row("import_sessions", Admins).text(SESSION),
    row("upload_sessions", Admins).file(SESSION),
    row("delete_session", Admins).at("0"),
    row("delete_all_sessions", Admins),
    row("session_pool", Admins),
    row("disable_session", Admins).of(|fixtures| fixtures.session.to_string()),
    row("reenable_session", Admins).of(|fixtures| fixtures.session.to_string()),
    row("update_session", Admins)
        .of(|fixtures| fixtures.session.to_string())
        .json(|fixtures| json!({"proxy_id": fixtures.proxy})),
    row("list_proxies", Admins),
    row("add_proxy", Admins)
        .json(|fixtures| json!({"name": fixtures.fresh, "url": "socks5://ann:word@proxy.example:1080"})),
    row("delete_proxy", Admins).of(|fixtures| fixtures.proxy.to_string()),
    row("list_scraper_pools", Admins),
    row("add_scraper_pool", Admins).json(|fixtures| json!({"name": fixtures.fresh, "region": "eu-central-1"})),
    row("update_scraper_pool", Admins)
        .of(|fixtures| fixtures.scraper_pool.clone())
        .json(|_| json!({"region": "us-east-1", "tiktok_proxy": null})),
    row("delete_scraper_pool", Admins).of(|fixtures| fixtures.scraper_pool.clone()),
    row("add_instagram_accounts", Managers)
        .json(|fixtures| json!({"accounts": [{"username": fixtures.fresh}], "group_id": fixtures.group})),
    row("delete_instagram_accounts", Managers)
        .json(|fixtures| json!({"account_ids": [fixtures.instagram_account]})),
    row("add_tiktok_accounts", Managers)
        .json(|fixtures| json!({"accounts": [{"username": fixtures.fresh}], "group_id": fixtures.group})),
    row("delete_tiktok_accounts", Managers).json(|fixtures| json!({"account_ids": [fixtures.tiktok_account]})),
    row("group_detail", SignedIn).of(|fixtures| fixtures.group.to_string()),
    row("update_group", Admins)
        .of(|fixtures| fixtures.spare_group.to_string())
        .json(|fixtures| json!({"name": fixtures.fresh, "cost": {"model": "none"}})),
    row("toggle_group", Admins).of(|fixtures| fixtures.spare_group.to_string()),
    row("delete_group", Admins).of(|fixtures| fixtures.spare_group.to_string()),
    row("update_instagram_account", Admins)
        .of(|fixtures| fixtures.instagram_account.to_string())
        .json(|_| json!({"cost": null})),
    row("update_tiktok_account", Admins)
        .of(|fixtures| fixtures.tiktok_account.to_string())
        .json(|_| json!({"interval_minutes": 30})),
    Row {
        allowed: Some(409),
        ..row("decide_instagram_identity", Admins)
            .of(|fixtures| fixtures.instagram_account.to_string())
            .json(|_| json!({"decision": "same"}))
    },
    Row {
        allowed: Some(409),
        ..row("decide_tiktok_identity", Admins)
            .of(|fixtures| fixtures.tiktok_account.to_string())
            .json(|_| json!({"decision": "replace"}))
    },
    row("list_captures", Admins),
    Row {
        allowed: Some(404),
        ..row("capture_file", Admins).at("0")
    },
    row("delete_captures", Admins),
    row("platform_config", Admins),
    row("set_platform_config", Admins).json(|_| json!({"own": {"instagram": {"page_size": 12}}})),
    row("platform_config_revisions", Admins),
    row("intervals", SignedIn),
    row("set_intervals", Admins).json(|_| json!({"instagram": 5, "tiktok": 1440})),
    row("platform_settings", Admins),
    row("set_platform_settings", Admins)
        .json(|_| json!({"content_visibility": "all", "cost": {"model": "flat", "cost": 2.5}})),
    row("list_erasures", Admins),
    row("erase_handle", Admins)
        .json(|fixtures| json!({"platform": "instagram", "username": fixtures.fresh, "confirm": fixtures.fresh})),
    Row {
        allowed: Some(404),
        ..row("lift_erasure", Admins).at("999999")
    },
    row("list_deletions", Admins),
    row("restore_deletion", Admins).of(|fixtures| fixtures.deletion.to_string()),
    row("purge_deletion", Admins).of(|fixtures| fixtures.deletion.to_string()),
    row("admin_overview", Admins),
    row("scraping_status", Admins),
    row("storage_status", Admins),
    row("trigger_scrape", Admins)
        .at("instagram")
        .json(|fixtures| json!({"group_id": fixtures.group})),
    row("scraping_run", SignedIn).of(|fixtures| fixtures.run.to_string()),
    row("scraping_runs", Admins),
    row("scraping_run_units", Admins).of(|fixtures| fixtures.run.to_string()),
    row("retry_scraping_run", Admins).of(|fixtures| fixtures.failed_run.to_string()),
    row("retry_failed_scrapes", Managers).json(|fixtures| json!({"group_id": fixtures.group})),
    row("scraping_traffic", Admins),
    row("scraping_outcomes", SignedIn),
    row("add_tiktok_videos", Managers)
        .json(|fixtures| json!({"urls": [fixtures.video_url], "group_id": fixtures.group})),
    row("list_tiktok_videos", Readers),
    row("delete_tiktok_video", Managers).of(|fixtures| fixtures.tracked_video.to_string()),
    row("list_share_links", UserManagers),
    row("create_share_link", UserManagers)
        .json(|fixtures| json!({"group_id": fixtures.group, "name": fixtures.fresh, "expires_in_days": 7})),
    row("delete_share_link", UserManagers).of(|fixtures| fixtures.share_link.to_string()),
    row("list_views", SignedIn),
    row("create_view", Members)
        .json(|fixtures| json!({"page": "content", "name": fixtures.fresh, "query": "sort=views"})),
    row("update_view", GroupAdmins)
        .of(|fixtures| fixtures.view.to_string())
        .json(|fixtures| json!({"name": fixtures.fresh, "query": "sort=views"})),
    row("delete_view", GroupAdmins).of(|fixtures| fixtures.view.to_string()),
];
