//! Starts requested runs through the operator.

use async_trait::async_trait;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use uuid::Uuid;

/// Does nothing: the operator polls for open runs every second, creates Jobs for those without one, and closes runs
/// that it cannot start.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OperatorStarts;

#[async_trait]
impl RunStarter for OperatorStarts {
    async fn start(&self, _: Uuid) -> Result<(), StartRunError> {
        Ok(())
    }
}
