//! Names that Clipmeter has on a cluster beside its kinds: annotations, labels, the finalizer, field managers.

/// The API group of every kind.
pub const API_GROUP: &str = "clipmeter.io";

/// The version that is served and stored.
pub const VERSION: &str = "v1alpha1";

/// What every annotation and label of Clipmeter's begins with.
pub const PREFIX: &str = "clipmeter.io/";

/// Annotation on an account or video: scrape it now. Any value that is not yet in `status.lastHandledRequest` is a request;
/// the time of asking is the usual one.
pub const SCRAPE_REQUESTED_AT: &str = "clipmeter.io/scrape-requested-at";

/// Annotation on whatever is being deleted: `"true"` lets it go without its numbers being deleted first.
pub const SKIP_PURGE: &str = "clipmeter.io/skip-purge";

/// Label on a group's namespace and on what is made in it: the name of the `ClientGroup`.
pub const CLIENT_GROUP: &str = "clipmeter.io/client-group";

/// Label on the Job of a run and on its pod: the run's id.
pub const RUN: &str = "clipmeter.io/run";

/// Label on the Job of a run and on its pod: `instagram` or `tiktok`.
pub const PLATFORM: &str = "clipmeter.io/platform";

/// Holds a resource until what was collected for it is deleted.
pub const FINALIZER: &str = "clipmeter.io/purge";

/// Field manager of what people do in the dashboard. Resources of other managers are read-only there.
pub const DASHBOARD: &str = "clipmeter-dashboard";

/// Field manager of status, finalizer, and everything the operator makes.
pub const OPERATOR: &str = "clipmeter-operator";

/// Before the run's id in the name of its Job, with which the names of the Job's pods begin. The API tells by it which run a pod's
/// token is good for.
pub const JOB_PREFIX: &str = "scrape-";

/// Whom the tokens are for that operator and scrapers show to the API, which refuses those for anybody else.
pub const AUDIENCE: &str = "clipmeter";
