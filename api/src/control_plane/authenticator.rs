//! Authentication of gRPC callers.

use async_trait::async_trait;
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

/// Determines what a caller may do from the token of the call: issued by this API in standalone mode, a service-account
/// token on Kubernetes. Callers without a valid token get `UNAUTHENTICATED`.
#[async_trait]
pub trait Authenticator: Send + Sync {
    /// Returns the run that a scraper may lease and report for.
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status>;

    /// Checks that the caller is a control plane.
    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status>;
}

/// Returns the token of a call.
pub fn bearer(metadata: &MetadataMap) -> Result<&str, Status> {
    metadata
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .ok_or_else(|| Status::unauthenticated("send `authorization: Bearer <token>`"))
}
