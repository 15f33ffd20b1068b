//! The catalogue: every error that the HTTP API answers with.

use http::StatusCode;

use crate::storage;

/// What went wrong, in the one place that decides status, stable code and text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorCode {
    /// The body is no JSON.
    MalformedJson,
    /// The body is no form with a file.
    MalformedUpload,
    /// Scrape all without a tracked account.
    NoAccounts,
    /// Trying again without anything that failed.
    NothingFailed,
    /// No token, or one that is not or no longer good.
    Unauthenticated,
    /// Wrong username or password; which of them is not said.
    InvalidCredentials,
    /// The password is right, but the user or the user's group is switched off.
    Inactive,
    /// Signed in, but not allowed to do this.
    AccessDenied,
    /// Strangers do not make themselves users here.
    RegistrationDisabled,
    /// Nothing by this id or path that the caller may know of.
    NotFound,
    /// The path exists, the method does not.
    MethodNotAllowed,
    /// The body did not arrive in time.
    RequestTimeout,
    /// The group tracks this account already.
    AccountExists,
    /// The group tracks as many accounts as it may.
    AccountLimitReached,
    /// Another group has this name.
    GroupExists,
    /// Another proxy has this name, or serves the platform.
    ProxyExists,
    /// Another user has this username or email.
    UserExists,
    /// An admin can neither be deactivated nor deleted.
    AdminProtected,
    /// Somebody else than the dashboard says what it is to be, as in Git; the text says who.
    ManagedElsewhere,
    /// The handle was erased and is not collected again.
    HandleErased,
    /// Nobody else has the account's name.
    NothingToDecide,
    /// The list that a position is of has changed since it was read.
    ListChanged,
    /// The body is larger than the call takes.
    PayloadTooLarge,
    /// The body is not declared as JSON.
    UnsupportedMediaType,
    /// A field or parameter breaks a rule; the text says which.
    InvalidRequest,
    /// A new password needs the current one, and this is not it.
    WrongPassword,
    /// Too many wrong passwords in a short time.
    TooManyAttempts,
    /// The caller has a file made already.
    ExportUnderWay,
    /// Our fault; the log has the details under the request id.
    Internal,
    /// The platform did not give the account; the text says why.
    ScrapeFailed,
    /// The answer took too long, or the database is not reachable.
    Unavailable,
    /// The disk of the database is full; the text says which and how much is missing.
    StorageFull,
    /// The database takes no writes.
    ReadOnly,
}

impl ErrorCode {
    /// The whole catalogue.
    pub const ALL: [Self; 33] = [
        Self::MalformedJson,
        Self::MalformedUpload,
        Self::NoAccounts,
        Self::NothingFailed,
        Self::Unauthenticated,
        Self::InvalidCredentials,
        Self::Inactive,
        Self::AccessDenied,
        Self::RegistrationDisabled,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::RequestTimeout,
        Self::AccountExists,
        Self::AccountLimitReached,
        Self::GroupExists,
        Self::ProxyExists,
        Self::UserExists,
        Self::AdminProtected,
        Self::ManagedElsewhere,
        Self::HandleErased,
        Self::NothingToDecide,
        Self::ListChanged,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
        Self::InvalidRequest,
        Self::WrongPassword,
        Self::TooManyAttempts,
        Self::ExportUnderWay,
        Self::Internal,
        Self::ScrapeFailed,
        Self::Unavailable,
        Self::StorageFull,
        Self::ReadOnly,
    ];

    /// The HTTP status.
    #[must_use]
    pub fn status(self) -> StatusCode {
        match self {
            Self::MalformedJson | Self::MalformedUpload | Self::NoAccounts | Self::NothingFailed => {
                StatusCode::BAD_REQUEST
            }
            Self::Unauthenticated | Self::InvalidCredentials | Self::Inactive => StatusCode::UNAUTHORIZED,
            Self::AccessDenied | Self::RegistrationDisabled => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::AccountExists
            | Self::AccountLimitReached
            | Self::GroupExists
            | Self::ProxyExists
            | Self::UserExists
            | Self::AdminProtected
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

    /// The stable word for programs, the same in every version.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::MalformedJson => "malformed_json",
            Self::MalformedUpload => "malformed_upload",
            Self::NoAccounts => "no_accounts",
            Self::NothingFailed => "nothing_failed",
            Self::Unauthenticated => "unauthenticated",
            Self::InvalidCredentials => "invalid_credentials",
            Self::Inactive => "inactive",
            Self::AccessDenied => "access_denied",
            Self::RegistrationDisabled => "registration_disabled",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::RequestTimeout => "request_timeout",
            Self::AccountExists => "account_exists",
            Self::AccountLimitReached => "account_limit_reached",
            Self::GroupExists => "group_exists",
            Self::ProxyExists => "proxy_exists",
            Self::UserExists => "user_exists",
            Self::AdminProtected => "admin_protected",
            Self::ManagedElsewhere => "managed_elsewhere",
            Self::HandleErased => "handle_erased",
            Self::NothingToDecide => "nothing_to_decide",
            Self::ListChanged => "list_changed",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
            Self::InvalidRequest => "invalid_request",
            Self::WrongPassword => "wrong_password",
            Self::TooManyAttempts => "too_many_attempts",
            Self::ExportUnderWay => "export_under_way",
            Self::Internal => "internal",
            Self::ScrapeFailed => "scrape_failed",
            Self::Unavailable => "unavailable",
            Self::StorageFull => "storage_full",
            Self::ReadOnly => "read_only",
        }
    }

    /// The text for people, where the place of the error has no better one.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::MalformedJson => "The request body is not valid JSON",
            Self::MalformedUpload => "The upload is damaged. Send it again as multipart/form-data.",
            Self::NoAccounts => "No accounts to scrape",
            Self::NothingFailed => "Nothing has failed that could be tried again",
            Self::Unauthenticated => "Please sign in",
            Self::InvalidCredentials => "Invalid username or password",
            Self::Inactive => "This account is deactivated. Contact your administrator.",
            Self::AccessDenied => "Access denied",
            Self::RegistrationDisabled => {
                "Registration is switched off. Contact your administrator for an account."
            }
            Self::NotFound => "Not found",
            Self::MethodNotAllowed => "This path does not support this method",
            Self::RequestTimeout => {
                "The request body took too long to arrive. Check your connection and send it again."
            }
            Self::AccountExists => "This account is already tracked",
            Self::AccountLimitReached => "The group's account limit is reached",
            Self::GroupExists => "A group with this name exists already",
            Self::ProxyExists => "A proxy with this name exists already",
            Self::UserExists => "A user with this username or email exists already",
            Self::AdminProtected => "Administrators cannot be deactivated or deleted",
            Self::ManagedElsewhere => "This is managed outside the dashboard: change it there",
            Self::HandleErased => {
                "What was collected of this handle was erased on request. It may not be tracked again."
            }
            Self::NothingToDecide => "Nobody else has the name of this account: there is nothing to decide",
            Self::ListChanged => "The list has changed meanwhile. Reload it and try again.",
            Self::PayloadTooLarge => "The request body is too large",
            Self::UnsupportedMediaType => "Send the body as application/json",
            Self::InvalidRequest => "The request is not valid",
            Self::WrongPassword => "The current password is not right",
            Self::TooManyAttempts => "Too many failed attempts. Please wait and try again.",
            Self::ExportUnderWay => {
                "You are exporting a table already. Wait until that file is complete, or cancel it."
            }
            Self::Internal => "Server error. Please try again later.",
            Self::ScrapeFailed => "Scraping failed",
            Self::Unavailable => "The service is busy or restarting. Please try again in a moment.",
            Self::StorageFull => storage::NO_SPACE,
            Self::ReadOnly => storage::READ_ONLY,
        }
    }
}
