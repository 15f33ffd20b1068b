//! How a run that somebody asked for comes to be worked.

use async_trait::async_trait;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use uuid::Uuid;

/// The operator looks for open runs every second, makes Jobs for those that have none, and closes those that it cannot start:
/// an open run is all that it needs to be told.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OperatorStarts;

#[async_trait]
impl RunStarter for OperatorStarts {
    async fn start(&self, _: Uuid) -> Result<(), StartRunError> {
        Ok(())
    }
}
