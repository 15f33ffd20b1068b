//! How often the cluster was asked whose a token is.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// Counts answers; those that were still known are not asked for.
#[derive(Clone, Default)]
pub struct ReviewCounts(Family<Outcome, Counter>);

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

impl ReviewCounts {
    /// The cluster said whose it is.
    pub(crate) fn reviewed(&self, is_good: bool) {
        self.count(if is_good { "good" } else { "refused" });
    }

    /// The cluster did not answer.
    pub(crate) fn failed(&self) {
        self.count("failed");
    }

    /// How often it said that a token is good.
    #[must_use]
    pub fn good(&self) -> u64 {
        self.0.get_or_create(&Outcome { outcome: "good" }).get()
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "token_reviews",
            "Token reviews sent to the cluster",
            self.0.clone(),
        );
    }

    fn count(&self, outcome: &'static str) {
        self.0.get_or_create(&Outcome { outcome }).inc();
    }
}
