//! Counts token reviews.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// Reviews by result; cached results are not counted.
#[derive(Clone, Default)]
pub struct ReviewCounts(Family<OutcomeLabels, Counter>);

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: &'static str,
}

impl ReviewCounts {
    /// Counts a review with a verdict.
    pub(crate) fn reviewed(&self, is_accepted: bool) {
        self.count(if is_accepted { "good" } else { "refused" });
    }

    /// Counts a review without a response.
    pub(crate) fn failed(&self) {
        self.count("failed");
    }

    /// Returns the number of tokens that were accepted.
    #[must_use]
    pub fn accepted(&self) -> u64 {
        self.0.get_or_create(&OutcomeLabels { outcome: "good" }).get()
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "token_reviews",
            "Token reviews sent to the cluster",
            self.0.clone(),
        );
    }

    fn count(&self, outcome: &'static str) {
        self.0.get_or_create(&OutcomeLabels { outcome }).inc();
    }
}
