//! The cost of a post, and the currency of costs.

use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_domain::cost::{MAX_AMOUNT, is_currency};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::Problem;

/// A currency: an ISO 4217 code.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String")]
pub(crate) struct Currency(String);

impl TryFrom<String> for Currency {
    type Error = &'static str;

    fn try_from(code: String) -> Result<Self, Self::Error> {
        if is_currency(&code) {
            Ok(Self(code))
        } else {
            Err("The currency must be an ISO 4217 code of three capital letters, such as EUR")
        }
    }
}

impl Currency {
    pub(crate) fn code(&self) -> &str {
        &self.0
    }
}

/// The cost of one post. CPM is this cost over the post's views, per thousand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "model", rename_all = "snake_case", deny_unknown_fields)]
#[schema(example = json!({"model": "per_mille", "rate": 2.5, "cap": 100.0}))]
pub(crate) enum Cost {
    /// The same for every post.
    Flat {
        /// 0 to 1000000000, stored with 6 decimals.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        cost: f64,
    },
    /// A rate per thousand views.
    PerMille {
        /// Per thousand views; 0 to 1000000000, stored with 6 decimals.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        rate: f64,
        /// Maximum cost of a post.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        #[serde(skip_serializing_if = "Option::is_none")]
        cap: Option<f64>,
    },
    /// An amount per post plus a rate per thousand views.
    BasePlus {
        /// 0 to 1000000000, stored with 6 decimals.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        base: f64,
        /// Per thousand views; 0 to 1000000000, stored with 6 decimals.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        rate: f64,
        /// Maximum cost of a post.
        #[schema(minimum = 0, maximum = 1_000_000_000)]
        #[serde(skip_serializing_if = "Option::is_none")]
        max: Option<f64>,
    },
    /// Unknown: every CPM is unknown.
    None {},
}

/// Decimals that the database stores.
const DECIMALS: i32 = 6;

impl Cost {
    /// Returns the model as stored, or an error if an amount is invalid.
    pub(crate) fn checked(self) -> Result<StoredCost, Problem> {
        let (model, base, rate, cap) = match self {
            Self::None {} => (CostModel::None, None, None, None),
            Self::Flat { cost } => (CostModel::Flat, Some(cost), Some(0.0), None),
            Self::PerMille { rate, cap } => (CostModel::PerMille, Some(0.0), Some(rate), cap),
            Self::BasePlus { base, rate, max } => (CostModel::BasePlus, Some(base), Some(rate), max),
        };
        if ![base, rate, cap].into_iter().flatten().all(is_amount) {
            return Err(Problem::invalid(format!(
                "The amounts of a cost must be from 0 to {MAX_AMOUNT}"
            )));
        }
        let [base, rate, cap] = [base, rate, cap].map(|amount| amount.map(rounded));
        Ok(StoredCost {
            model,
            base,
            rate,
            cap,
        })
    }
}

fn is_amount(amount: f64) -> bool {
    (0.0..=MAX_AMOUNT).contains(&amount)
}

/// Rounds an amount to the stored number of decimals; an amount with no more decimals stays unchanged.
fn rounded(amount: f64) -> f64 {
    let scale = 10_f64.powi(DECIMALS);
    (amount * scale).round() / scale
}

impl From<StoredCost> for Cost {
    fn from(stored: StoredCost) -> Self {
        let (base, rate) = (stored.base.unwrap_or_default(), stored.rate.unwrap_or_default());
        match stored.model {
            CostModel::None => Self::None {},
            CostModel::Flat => Self::Flat { cost: base },
            CostModel::PerMille => Self::PerMille {
                rate,
                cap: stored.cap,
            },
            CostModel::BasePlus => Self::BasePlus {
                base,
                rate,
                max: stored.cap,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_amount_is_rounded_to_millionths_and_bounded() {
        for amount in [0.0, 0.000_001, 0.1, 2.5, 1_234.567_89, 123_456_789.123_456, 1e9] {
            assert!(is_amount(amount), "{amount}");
            assert_eq!(rounded(amount).to_bits(), amount.to_bits(), "{amount}");
        }
        assert_eq!(
            [1.0 / 3.0, 1e-7, 0.123_456_7].map(|amount| rounded(amount).to_string()),
            ["0.333333", "0", "0.123457"]
        );
        for amount in [-0.01, 1e9 + 1.0, f64::NAN, f64::INFINITY] {
            assert!(!is_amount(amount), "{amount}");
        }
    }

    #[test]
    fn cost_json_survives_storage_and_rejects_unknown_fields() {
        for json in [
            r#"{"model":"flat","cost":1.5}"#,
            r#"{"model":"per_mille","rate":2.5}"#,
            r#"{"model":"per_mille","rate":2.5,"cap":100.0}"#,
            r#"{"model":"base_plus","base":20.0,"rate":1.5,"max":200.0}"#,
            r#"{"model":"none"}"#,
        ] {
            let cost: Cost = serde_json::from_str(json).unwrap();
            let back = Cost::from(cost.checked().unwrap());
            assert_eq!(serde_json::to_string(&back).unwrap(), json);
        }
        for json in [
            r#"{"model":"none","cost":1}"#,
            r#"{"model":"flat","cost":1,"cap":2}"#,
            r#"{"model":"flat"}"#,
            r#"{"model":"free"}"#,
            r#"{"cost":1}"#,
        ] {
            assert!(serde_json::from_str::<Cost>(json).is_err(), "{json}");
        }
    }
}
