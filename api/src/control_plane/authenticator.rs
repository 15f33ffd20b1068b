//! Who calls over gRPC.

use async_trait::async_trait;
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

/// Says what a caller may do, by what came with the call: a token that this API has issued on a laptop, one of the
/// cluster on Kubernetes. Whoever proves nothing is `UNAUTHENTICATED`.
#[async_trait]
pub trait Authenticator: Send + Sync {
    /// The run that a scraper may lease and report for.
    async fn run(&self, metadata: &MetadataMap) -> Result<Uuid, Status>;

    /// Whether it is a control plane.
    async fn control(&self, metadata: &MetadataMap) -> Result<(), Status>;
}

/// The token that came with a call.
pub fn bearer(metadata: &MetadataMap) -> Result<&str, Status> {
    metadata
        .get("authorization")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .ok_or_else(|| Status::unauthenticated("send `authorization: Bearer <token>`"))
}
