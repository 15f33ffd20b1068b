//! What a post costs, as the tables keep it: `least(cap, base + rate per thousand views)`.

use serde::{Deserialize, Serialize};

/// Which fields of a [`StoredCost`] somebody filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CostModel {
    /// Nothing is known of the cost: all fields are None.
    None,
    /// The base.
    Flat,
    /// The rate, and perhaps a cap.
    PerMille,
    /// Base and rate, and perhaps a cap.
    BasePlus,
}

/// A value of the SQL type `cost`, in the shape that PostgreSQL turns it into JSON and back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCost {
    /// The model.
    pub model: CostModel,
    /// Once for each post.
    pub base: Option<f64>,
    /// For every thousand views.
    pub rate: Option<f64>,
    /// The most that a post costs.
    pub cap: Option<f64>,
}
