//! The cost of a post as stored in the tables: `least(cap, base + rate per thousand views)`.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

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

/// The cost that applies to the viewer's posts.
#[derive(Clone, Debug)]
pub struct CostTerms {
    /// That of the viewing group, or the platform's.
    pub cost: Json<StoredCost>,
    /// Whether accounts of the viewing group have another cost.
    pub has_exceptions: bool,
    /// ISO 4217 code of the amounts, that of the viewing group or else the platform's; `None`: they have no currency.
    pub currency: Option<String>,
    /// The first day of which all measurements are kept; `None`: of all days.
    pub history_begins: Option<NaiveDate>,
}

impl CostTerms {
    /// Returns whether any of the viewer's posts may have a cost.
    #[must_use]
    pub fn has_cost(&self) -> bool {
        self.has_exceptions || self.cost.model != CostModel::None
    }
}

/// Returns the cost that applies to the viewer's posts.
pub async fn terms(connection: &mut PgConnection) -> Result<CostTerms, sqlx::Error> {
    sqlx::query_as!(
        CostTerms,
        r#"SELECT to_jsonb(CASE WHEN g.cost IS NOT DISTINCT FROM NULL THEN s.cost ELSE g.cost END)
                      AS "cost!: Json<StoredCost>",
                  EXISTS (SELECT FROM tracked_accounts t WHERE t.group_id = g.id AND num_nonnulls(t.cost) > 0)
                      AS "has_exceptions!",
                  coalesce(g.currency, s.currency) AS currency,
                  nullif(first_whole_day(), '-infinity') AS history_begins
           FROM settings s LEFT JOIN groups g ON g.id = (SELECT viewing_group())"#
    )
    .fetch_one(connection)
    .await
}
