//! The catalog of all errors of the HTTP API.

use clipmeter_db::storage;
use http::StatusCode;
use strum::{IntoStaticStr, VariantArray};

/// An error, with its status, stable code and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum ErrorCode {
    /// The body is not JSON.
    MalformedJson,
    /// The body is not a form with a file.
    MalformedUpload,
    /// All accounts were to be scraped, but none is tracked.
    NoAccounts,
    /// Failed scrapes were to be retried, but there are none.
    NothingFailed,
    /// The token is missing, invalid or expired.
    Unauthenticated,
    /// Wrong username or password; the text does not reveal which.
    InvalidCredentials,
    /// The password is correct, but the user or the user's group is inactive.
    Inactive,
    /// The caller is signed in, but has no permission.
    AccessDenied,
    /// An admin set the caller's password; only changing it and signing out are allowed.
    PasswordChangeRequired,
    /// Self-registration is disabled.
    RegistrationDisabled,
    /// No resource with this ID or path is visible to the caller.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The group already tracks this account.
    AccountExists,
    /// The group has reached its account limit.
    AccountLimitReached,
    /// Another group has this name.
    GroupExists,
    /// Another proxy has this name, or serves the platform.
    ProxyExists,
    /// Another scraper pool has this name, or uses the set of sessions.
    ScraperPoolExists,
    /// Groups or accounts select or allow the scraper pool.
    ScraperPoolInUse,
    /// Another user has this username or email.
    UserExists,
    /// The user, or the group, has another view with this name.
    ViewExists,
    /// The caller has too many saved views.
    ViewLimitReached,
    /// An admin can neither be deactivated nor deleted.
    AdminProtected,
    /// Group admins cannot lock themselves out.
    OwnUser,
    /// The resource is managed by another tool (for example Argo CD); the text names the tool.
    ManagedElsewhere,
    /// The handle was erased and must not be collected again.
    HandleErased,
    /// The account has no handle conflict.
    NothingToDecide,
    /// The list that a position refers to has changed since it was read.
    ListChanged,
    /// The body is too large for the call.
    PayloadTooLarge,
    /// The content type of the body is not JSON.
    UnsupportedMediaType,
    /// A field or parameter is invalid; the text names the rule.
    InvalidRequest,
    /// The current password, which a new password requires, is incorrect.
    WrongPassword,
    /// Too many failed logins in a short time.
    TooManyAttempts,
    /// The caller already has an export in progress.
    ExportUnderWay,
    /// An internal error. The details are logged with the request ID and not returned.
    Internal,
    /// The platform did not provide the account; the text gives the reason.
    ScrapeFailed,
    /// The request timed out, or the database is not reachable.
    Unavailable,
    /// The database's disk is full; the text names it and the space needed.
    StorageFull,
    /// The database is read-only.
    ReadOnly,
}

impl ErrorCode {
    pub(crate) const ALL: &[Self] = <Self as VariantArray>::VARIANTS;

    #[must_use]
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::MalformedJson | Self::MalformedUpload | Self::NoAccounts | Self::NothingFailed => {
                StatusCode::BAD_REQUEST
            }
            Self::Unauthenticated | Self::InvalidCredentials | Self::Inactive => StatusCode::UNAUTHORIZED,
            Self::AccessDenied | Self::PasswordChangeRequired | Self::RegistrationDisabled => {
                StatusCode::FORBIDDEN
            }
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::AccountExists
            | Self::AccountLimitReached
            | Self::GroupExists
            | Self::ProxyExists
            | Self::ScraperPoolExists
            | Self::ScraperPoolInUse
            | Self::UserExists
            | Self::ViewExists
            | Self::ViewLimitReached
            | Self::AdminProtected
            | Self::OwnUser
            | Self::ManagedElsewhere
            | Self::HandleErased
            | Self::NothingToDecide => StatusCode::CONFLICT,
            Self::ListChanged => StatusCode::PRECONDITION_FAILED,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidRequest | Self::WrongPassword => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyAttempts | Self::ExportUnderWay => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::ScrapeFailed => StatusCode::BAD_GATEWAY,
            Self::Unavailable | Self::StorageFull | Self::ReadOnly => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The stable machine-readable code, the same in every version.
    #[must_use]
    pub(crate) fn code(self) -> &'static str {
        self.into()
    }

    /// The default human-readable text.
    #[must_use]
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::MalformedJson => "The request body is not valid JSON",
            Self::MalformedUpload => "The upload is damaged. Send it again as multipart/form-data.",
            Self::NoAccounts => "No accounts to scrape",
            Self::NothingFailed => "There are no failed scrapes to retry",
            Self::Unauthenticated => "Please sign in",
            Self::InvalidCredentials => "Invalid username or password",
            Self::Inactive => "This account is deactivated. Contact your administrator.",
            Self::AccessDenied => "Access denied",
            Self::PasswordChangeRequired => "Change your password first: an admin set the current one.",
            Self::RegistrationDisabled => {
                "Registration is disabled. Contact your administrator for an account."
            }
            Self::NotFound => "Not found",
            Self::MethodNotAllowed => "This path does not support this method",
            Self::RequestTimeout => {
                "The request body took too long to arrive. Check your connection and send it again."
            }
            Self::AccountExists => "This account is already tracked",
            Self::AccountLimitReached => "The group's limit of accounts or videos is reached",
            Self::GroupExists => "A group with this name already exists",
            Self::ProxyExists => "A proxy with this name already exists",
            Self::ScraperPoolExists => "A scraper pool with this name already exists",
            Self::ScraperPoolInUse => {
                "Groups or accounts use this scraper pool. Select another one for them first."
            }
            Self::UserExists => "A user with this username or email already exists",
            Self::ViewExists => "A view with this name already exists",
            Self::ViewLimitReached => "The limit of saved views is reached. Delete one first.",
            Self::AdminProtected => {
                "Only admins can change an admin, and admins cannot be deactivated or deleted"
            }
            Self::OwnUser => {
                "Group admins cannot deactivate, delete or demote themselves, or reset their own password"
            }
            Self::ManagedElsewhere => "This is managed outside the dashboard; change it there",
            Self::HandleErased => {
                "The data collected about this handle was erased on request. The handle cannot be tracked again."
            }
            Self::NothingToDecide => "This account has no ownership conflict to resolve",
            Self::ListChanged => "The list was changed in the meantime. Reload it and try again.",
            Self::PayloadTooLarge => "The request body is too large",
            Self::UnsupportedMediaType => "Send the body as application/json",
            Self::InvalidRequest => "The request is not valid",
            Self::WrongPassword => "Current password is incorrect",
            Self::TooManyAttempts => "Too many failed attempts. Please wait and try again.",
            Self::ExportUnderWay => "Another export is running. Wait for it to finish, or cancel it.",
            Self::Internal => "Server error. Please try again later.",
            Self::ScrapeFailed => "Scraping failed",
            Self::Unavailable => "The service is busy or restarting. Please try again in a moment.",
            Self::StorageFull => storage::NO_SPACE,
            Self::ReadOnly => storage::READ_ONLY,
        }
    }
}
