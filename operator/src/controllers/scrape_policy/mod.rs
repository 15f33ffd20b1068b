//! The single scrape policy: its transfer to the API and its status.

mod controller;
mod status;

pub(crate) use self::controller::ScrapePolicyController;
