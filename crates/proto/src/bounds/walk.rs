//! Compares every value of a message with its bound.

use super::{Bound, BoundsViolation, Fields, Value, bound_of};

pub(super) fn message(message: &dyn Fields) -> Result<(), BoundsViolation> {
    let name = message.name();
    message.visit(&mut |field, value| {
        let bound = bound_of(name, field)
            .ok_or_else(|| BoundsViolation::of("this field has no bounds").within(field))?;
        compare(bound, value).map_err(|refusal| refusal.within(field))
    })
}

fn compare(bound: Bound, value: Value<'_>) -> Result<(), BoundsViolation> {
    match (bound, value) {
        // An absent field has no value to compare.
        (_, Value::Absent) | (Bound::Any(_), _) => Ok(()),
        (Bound::Message, Value::Message(inner)) => message(inner),
        (Bound::List(most, of), Value::List(length, entries)) => {
            if length > most {
                return Err(BoundsViolation::of(format!(
                    "at most {most} entries; send several messages"
                )));
            }
            entries.enumerate().try_for_each(|(place, entry)| {
                compare(*of, entry).map_err(|refusal| refusal.within(&format!("[{place}]")))
            })
        }
        (Bound::Text(least, most, form), Value::Text(text)) => {
            let fits = (least..=most).contains(&text.chars().count()) && form.fits(text);
            require(fits, || {
                format!("{least} to {most} characters, {}", form.description())
            })
        }
        (Bound::Bytes(most), Value::Bytes(bytes)) => {
            require(bytes.len() <= most, || format!("at most {most} bytes"))
        }
        (Bound::Number(least, most), Value::Number(number)) => {
            require((least..=most).contains(&number), || {
                format!("from {least} to {most}")
            })
        }
        (Bound::Real(least, most), Value::Real(number)) => require((least..=most).contains(&number), || {
            format!("from {least} to {most}")
        }),
        (Bound::Choice(is_optional), Value::Choice(number, is_named)) => {
            require(is_named && (is_optional || number != 0), || {
                "a value that this version of the contract names".to_owned()
            })
        }
        _ => Err(BoundsViolation::of("its bounds are of another type")),
    }
}

fn require(fits: bool, reason: impl FnOnce() -> String) -> Result<(), BoundsViolation> {
    if fits {
        Ok(())
    } else {
        Err(BoundsViolation::of(reason()))
    }
}
