//! Platform configuration: its transfer to the API and its status.

mod controller;
mod state;
mod status;

pub(crate) use self::controller::PlatformConfigController;
