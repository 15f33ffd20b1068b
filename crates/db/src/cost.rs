//! The cost of a post as stored in the tables: `least(cap, base + rate per thousand views)`.

use serde::{Deserialize, Serialize};

/// Which fields of a [`StoredCost`] are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CostModel {
    /// The cost is unknown: all fields are `None`.
    None,
    /// The base only.
    Flat,
    /// The rate, optionally with a cap.
    PerMille,
    /// Base and rate, optionally with a cap.
    BasePlus,
}

/// A value of the SQL type `cost`, in the shape in which PostgreSQL converts it to and from JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCost {
    pub model: CostModel,
    /// Fixed cost of each post.
    pub base: Option<f64>,
    /// Cost of every thousand views.
    pub rate: Option<f64>,
    /// The maximum cost of a post.
    pub cap: Option<f64>,
}
