//! Converts the cost of a post from messages to rows.

use clipmeter_db::cost::{CostModel, StoredCost};
use clipmeter_domain::cost::MAX_AMOUNT;
use clipmeter_proto::v1::cost::Model;
use clipmeter_proto::v1::{BasePlus, Cost as Message, PerMille};
use tonic::Status;

/// Amounts in messages are in millionths.
const MILLIONTHS: f64 = 1e6;

/// Returns the cost model of a message.
pub(super) fn cost(message: &Message) -> Result<StoredCost, Status> {
    let (model, base, rate, cap) = match message.model {
        Some(Model::Flat(cost)) => (CostModel::Flat, Some(cost), Some(0), None),
        Some(Model::PerMille(PerMille { rate, cap })) => (CostModel::PerMille, Some(0), Some(rate), cap),
        Some(Model::BasePlus(BasePlus { base, rate, max })) => {
            (CostModel::BasePlus, Some(base), Some(rate), max)
        }
        Some(Model::None(_)) => (CostModel::None, None, None, None),
        None => return Err(Status::invalid_argument("the cost needs a model")),
    };
    Ok(StoredCost {
        model,
        base: base.map(amount).transpose()?,
        rate: rate.map(amount).transpose()?,
        cap: cap.map(amount).transpose()?,
    })
}

/// Returns the floating-point number closest to an amount: the database reads it with the same six decimals.
fn amount(millionths: i64) -> Result<f64, Status> {
    #[expect(clippy::cast_precision_loss, reason = "amounts are below 2^53")]
    let amount = millionths as f64 / MILLIONTHS;
    if (0.0..=MAX_AMOUNT).contains(&amount) {
        return Ok(amount);
    }
    Err(Status::invalid_argument(format!(
        "the amounts of a cost must be from 0 to {MAX_AMOUNT}"
    )))
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::NoCost;

    use super::*;

    #[test]
    fn cost_message_keeps_millionths_for_every_model() {
        let of = |model| cost(&Message { model: Some(model) }).unwrap();
        let stored = |model, base, rate, cap| StoredCost {
            model,
            base,
            rate,
            cap,
        };
        assert_eq!(
            of(Model::Flat(1)),
            stored(CostModel::Flat, Some(0.000_001), Some(0.0), None)
        );
        assert_eq!(
            of(Model::PerMille(PerMille {
                rate: 2_500_000,
                cap: Some(999_999_999_999_999)
            })),
            stored(
                CostModel::PerMille,
                Some(0.0),
                Some(2.5),
                Some(999_999_999.999_999)
            )
        );
        assert_eq!(
            of(Model::BasePlus(BasePlus {
                base: 0,
                rate: 100_000,
                max: None
            })),
            stored(CostModel::BasePlus, Some(0.0), Some(0.1), None)
        );
        assert_eq!(
            of(Model::None(NoCost {})),
            stored(CostModel::None, None, None, None)
        );
    }

    #[test]
    fn cost_message_refuses_invalid_amounts_and_missing_model() {
        for model in [
            Some(Model::Flat(-1)),
            Some(Model::Flat(1_000_000_000_000_001)),
            None,
        ] {
            assert_eq!(
                cost(&Message { model }).unwrap_err().code(),
                tonic::Code::InvalidArgument
            );
        }
    }
}
