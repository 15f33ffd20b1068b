//! Goes through a message and compares each value with its bound.

use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, ReflectMessage as _, Value};

use super::{Bound, Known, Refusal};

pub(super) fn message(known: &Known, message: &DynamicMessage) -> Result<(), Refusal> {
    let descriptor = message.descriptor();
    for field in descriptor.fields() {
        let name = field.name();
        let bound = known
            .bounds
            .get(&(descriptor.name(), name))
            .ok_or_else(|| Refusal::of("this field has no bounds").within(name))?;
        // What is absent has no value to compare.
        if field.supports_presence() && !message.has_field(&field) {
            continue;
        }
        value(known, &field, *bound, &message.get_field(&field)).map_err(|refusal| refusal.within(name))?;
    }
    Ok(())
}

fn value(known: &Known, field: &FieldDescriptor, bound: Bound, value: &Value) -> Result<(), Refusal> {
    match (bound, value) {
        (Bound::Any(_), _) => Ok(()),
        (Bound::Message, Value::Message(inner)) => message(known, inner),
        (Bound::List(most, of), Value::List(entries)) => {
            if entries.len() > most {
                return Err(Refusal::of(format!(
                    "at most {most} entries; send several messages"
                )));
            }
            entries.iter().enumerate().try_for_each(|(place, entry)| {
                self::value(known, field, *of, entry).map_err(|refusal| refusal.within(&format!("[{place}]")))
            })
        }
        (Bound::Text(least, most, form), Value::String(text)) => {
            let fits = (least..=most).contains(&text.chars().count()) && form.fits(text);
            require(fits, || format!("{least} to {most} characters, {}", form.words()))
        }
        (Bound::Bytes(most), Value::Bytes(bytes)) => {
            require(bytes.len() <= most, || format!("at most {most} bytes"))
        }
        (Bound::Number(least, most), value) => {
            let number = whole(value).ok_or_else(|| Refusal::of("not a whole number"))?;
            require((least..=most).contains(&number), || {
                format!("from {least} to {most}")
            })
        }
        (Bound::Real(least, most), Value::F64(number)) => require((least..=most).contains(number), || {
            format!("from {least} to {most}")
        }),
        (Bound::Choice(is_optional), Value::EnumNumber(number)) => {
            let is_named = matches!(field.kind(), Kind::Enum(names) if names.get_value(*number).is_some());
            require(is_named && (is_optional || *number != 0), || {
                "a value that this version of the contract names".to_owned()
            })
        }
        _ => Err(Refusal::of("its bounds are of another type")),
    }
}

fn require(fits: bool, reason: impl FnOnce() -> String) -> Result<(), Refusal> {
    if fits { Ok(()) } else { Err(Refusal::of(reason())) }
}

fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::I32(number) => Some((*number).into()),
        Value::I64(number) => Some((*number).into()),
        Value::U32(number) => Some((*number).into()),
        Value::U64(number) => Some((*number).into()),
        _ => None,
    }
}
