//! Clipmeter's names on a cluster: annotations, labels, the finalizer, field managers.

/// The API group of every kind.
pub const API_GROUP: &str = "clipmeter.io";

/// The version that is stored, and that Clipmeter reads and writes.
pub const VERSION: &str = "v1beta1";

/// The version that is served, too, for manifests written for it.
pub const OLDER_VERSION: &str = "v1alpha1";

/// Prefix of all annotations and labels of Clipmeter.
pub const PREFIX: &str = "clipmeter.io/";

/// Annotation on an account or video that requests a scrape. Any value that differs from `status.lastHandledRequest` is a request;
/// the usual value is the current time.
pub const SCRAPE_REQUESTED_AT: &str = "clipmeter.io/scrape-requested-at";

/// Annotation on a definition: a digest of its versions and schemas, by which outdated definitions are found.
pub const SCHEMA: &str = "clipmeter.io/schema";

/// Annotation on a resource that is being deleted. `"true"` removes the resource without first deleting its collected data.
pub const SKIP_PURGE: &str = "clipmeter.io/skip-purge";

/// Label on a group's namespace and on the objects created in it: the name of the `ClientGroup`.
pub const CLIENT_GROUP: &str = "clipmeter.io/client-group";

/// Label on the Job of a run and on its pod: the run's ID.
pub const RUN: &str = "clipmeter.io/run";

/// Label on the Job of a run and on its pod: `instagram` or `tiktok`.
pub const PLATFORM: &str = "clipmeter.io/platform";

/// Label on the Job of a run of a scraper pool and on its pod: the pool's name.
pub const SCRAPER_POOL: &str = "clipmeter.io/scraper-pool";

/// Finalizer that keeps a resource until its collected data is deleted.
pub const FINALIZER: &str = "clipmeter.io/purge";

/// Field manager of changes in the dashboard. Resources of other managers are read-only there.
pub const DASHBOARD: &str = "clipmeter-dashboard";

/// Field manager of statuses, finalizers, and all objects that the operator creates.
pub const OPERATOR: &str = "clipmeter-operator";

/// Prefix of the run ID in the name of a Job and of its pods. From the pod's name, the API determines the run for which the pod's
/// token is valid.
pub const JOB_PREFIX: &str = "scrape-";

/// Audience of the tokens that the operator and scrapers send to the API. The API rejects tokens for other audiences.
pub const AUDIENCE: &str = "clipmeter";
