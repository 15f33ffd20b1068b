//! Conversions of costs, numbers and times between resources, the API and Kubernetes.

use clipmeter_crds::Cost;
use clipmeter_proto::v1::{self, BasePlus, NoCost, PerMille, cost::Model};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use k8s_openapi::jiff::Timestamp;

/// Amounts are stored with 6 decimals.
const MILLIONTHS: f64 = 1_000_000.0;

pub(crate) fn cost(cost: &Cost) -> v1::Cost {
    let model = match *cost {
        Cost::Flat { cost } => Model::Flat(millionths(cost)),
        Cost::PerMille { rate, cap } => Model::PerMille(PerMille {
            rate: millionths(rate),
            cap: cap.map(millionths),
        }),
        Cost::BasePlus { base, rate, max } => Model::BasePlus(BasePlus {
            base: millionths(base),
            rate: millionths(rate),
            max: max.map(millionths),
        }),
        Cost::None {} => Model::None(NoCost {}),
    };
    v1::Cost { model: Some(model) }
}

/// Converts a number that an API server has validated to be non-negative.
pub(crate) fn to_unsigned<N: TryFrom<i32> + Default>(number: i32) -> N {
    N::try_from(number).unwrap_or_default()
}

/// Returns the current time in seconds since 1970-01-01T00:00:00Z.
pub(crate) fn now() -> i64 {
    Timestamp::now().as_second()
}

/// Formats a time for a status.
pub(crate) fn time(second: i64) -> Time {
    Time(Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH))
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "amounts are 10^9 at most, so this is 10^15"
)]
fn millionths(amount: f64) -> i64 {
    (amount * MILLIONTHS).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_amounts_convert_to_whole_millionths() {
        for (model, expected) in [
            (Cost::Flat { cost: 0.1 }, Model::Flat(100_000)),
            (
                Cost::Flat {
                    cost: 1_000_000_000.0,
                },
                Model::Flat(1_000_000_000_000_000),
            ),
            (
                Cost::BasePlus {
                    base: 1.000_001,
                    rate: 2.0,
                    max: None,
                },
                Model::BasePlus(BasePlus {
                    base: 1_000_001,
                    rate: 2_000_000,
                    max: None,
                }),
            ),
            (Cost::None {}, Model::None(NoCost {})),
        ] {
            assert_eq!(cost(&model).model, Some(expected));
        }
    }
}
