//! A new sign-in, the limit of attempts, and `GET /api/auth/me`

use std::net::IpAddr;

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::settings;
use clipmeter_db::users::UserRow;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Attempt, Bearer};
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::users::user::User;

/// A signed-in user, with the token for later calls.
#[derive(Serialize, ToSchema)]
pub(crate) struct SignedInUser {
    /// The user who signed in.
    pub(crate) user: User,
    /// Sent as `Authorization: Bearer` with every later call; valid for 12 hours.
    pub(crate) access_token: String,
    /// True if an admin set the password, so that it must be changed first; otherwise absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub(crate) must_change_password: bool,
}

impl HttpState {
    /// Counts a login attempt for this name, and rejects it after too many.
    ///
    /// The attempt counts as failed unless the caller reports success.
    pub(crate) async fn limit(&self, name: &str, address: IpAddr) -> Result<Attempt<'_>, Problem> {
        self.throttle
            .attempt(name, address)
            .await
            .map_err(|wait| Problem::from(ErrorCode::TooManyAttempts).retry_after(wait))
    }

    /// Returns the response to a new sign-in, with a token for it.
    pub(crate) fn signed_in(
        &self,
        user: &UserRow,
        token_version: i32,
        must_change_password: bool,
        now: DateTime<Utc>,
    ) -> Result<SignedInUser, Problem> {
        let bearer = Bearer {
            user_id: user.user_id,
            token_version,
            sign_in: Some(Uuid::new_v4()),
        };
        Ok(SignedInUser {
            user: user.into(),
            access_token: self.tokens.issue(bearer, now)?,
            must_change_password,
        })
    }
}

/// The user or viewer to whom the token of a call belongs.
#[derive(Serialize, ToSchema)]
pub(crate) struct CurrentUser {
    /// The user as stored now, not as it was at sign-in.
    pub(crate) user: User,
    /// Whether the user may see the collected content of all groups: always for admins, for members if the platform's settings
    /// allow it.
    pub(crate) sees_all_content: bool,
    /// IANA name of the time zone of all days that the user sees: that of the user's group, or else of the installation. After a
    /// change, the former one until all days are counted.
    #[schema(example = "Europe/Berlin")]
    pub(crate) time_zone: String,
    /// ISO 4217 code of the costs of the user's group, its own or else the platform's; null: they have no currency.
    #[schema(example = "EUR")]
    pub(crate) currency: Option<String>,
    /// ISO 4217 code of the platform: of the costs of items that the user's group does not track; null: they have no currency.
    #[schema(example = "EUR")]
    pub(crate) default_currency: Option<String>,
}

/// Show the current user
///
/// The user to whom the token belongs, as stored now, or the viewer of a share link.
#[utoipa::path(
    get,
    path = "/api/auth/me",
    tag = "Authentication",
    security(("token" = [])),
    responses(
        (status = 200, body = CurrentUser, description = "The user"),
    ),
)]
pub(crate) async fn me(signed_in: SignedIn) -> Result<Json<CurrentUser>, Problem> {
    let mut transaction = signed_in.read().await?;
    let settings = settings::of_user(&mut transaction).await?;
    Ok(Json(CurrentUser {
        user: signed_in.caller().user().into(),
        sees_all_content: settings.sees_all_content,
        time_zone: settings.time_zone,
        currency: settings.currency,
        default_currency: settings.default_currency,
    }))
}
