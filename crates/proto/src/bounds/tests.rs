//! Every field of every message has bounds, and they are enforced.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use prost::Message as _;
use prost_reflect::{
    DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage as _, Value,
};

use super::{Bound, BoundsViolation, Form, bound_of as lookup, check, generated, tables, walk};
use crate::v1;

fn pool() -> DescriptorPool {
    let services = ["ingest", "control", "tracking"].map(|name| format!("clipmeter/v1/{name}.proto"));
    let contract = protox::compile(services, ["proto"]).unwrap();
    DescriptorPool::from_file_descriptor_set(contract).unwrap()
}

fn descriptor(name: &str) -> MessageDescriptor {
    pool()
        .get_message_by_name(&format!("clipmeter.v1.{name}"))
        .unwrap()
}

fn bound_of(message: &str, field: &str) -> Option<Bound> {
    // The key of the table is static; names of descriptors are not.
    let (name, fields) = tables().find(|(name, _)| *name == message)?;
    let (field, _) = fields.iter().find(|(name, _)| *name == field)?;
    lookup(name, field)
}

/// The messages that the API receives, including all nested messages.
fn reachable() -> Vec<MessageDescriptor> {
    let mut found: Vec<MessageDescriptor> = Vec::new();
    for service in pool().services() {
        for method in service.methods() {
            if !found.contains(&method.input()) {
                found.push(method.input());
            }
        }
    }
    let mut place = 0;
    while let Some(message) = found.get(place).cloned() {
        for field in message.fields() {
            if let Kind::Message(inner) = field.kind()
                && !found.contains(&inner)
            {
                found.push(inner);
            }
        }
        place += 1;
    }
    found
}

#[test]
fn bounds_cover_exactly_the_fields_that_can_be_sent() {
    let mut fields = BTreeSet::new();
    for message in reachable() {
        for field in message.fields() {
            let name = format!("{}.{}", message.name(), field.name());
            let bound = bound_of(message.name(), field.name());
            let bound = bound.unwrap_or_else(|| {
                panic!("{name} has no bounds; add it to its table in crates/proto/src/bounds")
            });
            assert!(
                fits_type(bound, &field, field.is_list()),
                "{name}: {bound:?} is of another type"
            );
            fields.insert(name);
        }
    }
    let said: Vec<String> = tables()
        .flat_map(|(message, fields)| fields.iter().map(move |(field, _)| format!("{message}.{field}")))
        .collect();
    assert_eq!(said.len(), fields.len(), "a field has bounds twice");
    assert_eq!(said.into_iter().collect::<BTreeSet<_>>(), fields);
}

fn fits_type(bound: Bound, field: &FieldDescriptor, is_list: bool) -> bool {
    match (bound, field.kind()) {
        (Bound::List(_, of), _) => is_list && fits_type(*of, field, false),
        // A list and a nested message are bounded, regardless of their content.
        (Bound::Any(reason), kind) => {
            !is_list && !reason.is_empty() && !matches!(kind, Kind::Message(_) | Kind::Bytes)
        }
        (_, _) if is_list => false,
        (Bound::Message, Kind::Message(_))
        | (Bound::Text(..), Kind::String)
        | (Bound::Bytes(_), Kind::Bytes)
        | (Bound::Real(..), Kind::Double)
        | (Bound::Choice(_), Kind::Enum(_))
        | (Bound::Number(..), Kind::Int64 | Kind::Uint32 | Kind::Uint64 | Kind::Fixed64) => true,
        _ => false,
    }
}

/// A value that is accepted, and values that are refused.
fn cases(bound: Bound, field: &FieldDescriptor) -> (Value, Vec<Value>) {
    let number = |number: i128| match field.kind() {
        Kind::Int64 => i64::try_from(number).ok().map(Value::I64),
        Kind::Uint32 => u32::try_from(number).ok().map(Value::U32),
        _ => u64::try_from(number).ok().map(Value::U64),
    };
    match bound {
        Bound::Any(_) => (Value::default_value(&field.kind()), Vec::new()),
        Bound::Message => match field.kind() {
            Kind::Message(message) => (Value::Message(valid(&message)), Vec::new()),
            kind => panic!("{kind:?}"),
        },
        Bound::List(most, of) => {
            let (good, bad) = cases(*of, field);
            let long = Value::List(vec![good.clone(); most + 1]);
            let lists = bad
                .into_iter()
                .map(|value| Value::List(vec![good.clone(), value]));
            (Value::List(vec![good.clone(); 2]), lists.chain([long]).collect())
        }
        Bound::Text(least, most, form) => {
            let good = "1".repeat(least.max(1).min(most));
            let good = match form {
                Form::Uuid => "0198c0de-0000-7000-8000-000000000001".to_owned(),
                Form::Link => "https://www.instagram.com/p/B/".to_owned(),
                _ => good,
            };
            let mut bad = vec!["1".repeat(most + 1), "\0".to_owned()];
            if least > 0 {
                bad.push(String::new());
            }
            if form != Form::Text {
                bad.extend(["a b", "é", "\u{202e}", "a\n", "<b>\u{7f}"].map(str::to_owned));
            }
            (Value::String(good), bad.into_iter().map(Value::String).collect())
        }
        Bound::Bytes(most) => (
            Value::Bytes(vec![1].into()),
            vec![Value::Bytes(vec![1; most + 1].into())],
        ),
        Bound::Number(least, most) => {
            let bad = [least - 1, most + 1, i128::from(i64::MIN), i128::from(u64::MAX)];
            let bad = bad.into_iter().filter(|value| !(least..=most).contains(value));
            (number(least).unwrap(), bad.filter_map(number).collect())
        }
        Bound::Real(least, most) => {
            let bad = [
                least - 1.0,
                most + 1.0,
                f64::NAN,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ];
            (Value::F64(least), bad.map(Value::F64).to_vec())
        }
        Bound::Choice(is_optional) => {
            let mut bad = vec![Value::EnumNumber(-1), Value::EnumNumber(9_999)];
            if !is_optional {
                bad.push(Value::EnumNumber(0));
            }
            (Value::EnumNumber(1), bad)
        }
    }
}

/// A message in which every field has an accepted value.
fn valid(message: &MessageDescriptor) -> DynamicMessage {
    let mut whole = DynamicMessage::new(message.clone());
    for field in message.fields() {
        let (good, _) = cases(bound_of(message.name(), field.name()).unwrap(), &field);
        whole.set_field(&field, good);
    }
    whole
}

/// Checks the message like a service that has received its bytes.
fn checked(message: &DynamicMessage) -> Result<(), BoundsViolation> {
    let descriptor = message.descriptor();
    let received = generated::decode(descriptor.name(), &message.encode_to_vec()).unwrap();
    walk::message(&*received)
}

#[test]
fn bounds_are_enforced_for_each_field_by_name() {
    let mut refused = 0;
    for message in reachable() {
        let whole = valid(&message);
        assert_eq!(checked(&whole), Ok(()), "{}", message.name());
        for field in message.fields() {
            let (_, bad) = cases(bound_of(message.name(), field.name()).unwrap(), &field);
            for value in bad {
                let mut corrupted = whole.clone();
                corrupted.set_field(&field, value.clone());
                let refusal = checked(&corrupted).unwrap_err().to_string();
                assert!(refusal.starts_with(field.name()), "{value:?}: {refusal}");
                refused += 1;
            }
        }
    }
    assert!(refused > 400, "only {refused} cases");
}

#[test]
fn bounds_refusal_names_the_path_of_the_field() {
    let link = |url: &str| v1::Observation {
        external_id: "1".to_owned(),
        url: url.to_owned(),
        ..v1::Observation::default()
    };
    let request = v1::ReportRequest {
        run_id: "0198c0de-0000-7000-8000-000000000001".to_owned(),
        lease_token: "0198c0de-0000-7000-8000-000000000001".to_owned(),
        sequence: 1,
        body: Some(v1::report_request::Body::Page(v1::PageReport {
            unit_id: 1,
            observations: vec![link(""), link("javascript:alert(1)")],
            ..v1::PageReport::default()
        })),
    };
    assert_eq!(
        check(&request).unwrap_err().to_string(),
        "page.observations[1].url: 0 to 200 characters, a link to www.instagram.com or www.tiktok.com"
    );
}

#[test]
fn text_fits_the_bounds_of_its_own_field() {
    for (message, field, text, expected) in [
        ("Observation", "external_id", "123", true),
        // A caption may have this text.
        ("Observation", "external_id", "abc", false),
        ("Observation", "caption", "abc", true),
        ("Observation", "unknown", "abc", false),
        ("Unknown", "external_id", "123", false),
    ] {
        assert_eq!(
            super::fits(message, field, text),
            expected,
            "{message}.{field}: {text}"
        );
    }
}

#[test]
fn field_without_bounds_is_refused() {
    // A response: no caller sends it, and so it has no bounds.
    let response = DynamicMessage::new(descriptor("ReportResponse"));
    let refusal = checked(&response).unwrap_err().to_string();
    assert_eq!(refusal, "acknowledged: this field has no bounds");
}

proptest! {
    #[test]
    fn bounds_check_of_random_bytes_does_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(message) = v1::ReportRequest::decode(bytes.as_slice()) {
            let _ = check(&message);
        }
        if let Ok(message) = v1::SyncGroupRequest::decode(bytes.as_slice()) {
            let _ = check(&message);
        }
    }

    #[test]
    fn bounds_check_of_random_fields_does_not_panic_in_any_message(
        outer in fields(),
        inner in fields(),
        place in 1_u8..16,
    ) {
        let inner = encoded(&inner);
        let head = [(place << 3) | 2, u8::try_from(inner.len()).unwrap()];
        let bytes = [encoded(&outer), head.to_vec(), inner].concat();
        for name in MESSAGES.iter() {
            if let Some(message) = generated::decode(name, &bytes) {
                let _ = walk::message(&*message);
            }
        }
    }
}

/// The names of all messages that the API receives.
static MESSAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let messages = reachable();
    messages.iter().map(|message| message.name().to_owned()).collect()
});

/// Fields by their numbers: texts or bytes, or else numbers below 128.
fn fields() -> impl Strategy<Value = Vec<(u8, Result<String, u8>)>> {
    let content = prop_oneof![
        "[a-z0-9-]{0,12}|\\PC{0,3}".prop_map(Ok::<String, u8>),
        (0_u8..128).prop_map(Err::<String, u8>)
    ];
    proptest::collection::vec((1_u8..16, content), 0..4)
}

/// Returns the fields as protobuf encodes them.
fn encoded(fields: &[(u8, Result<String, u8>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (number, content) in fields {
        match content {
            Ok(text) => {
                bytes.extend([(number << 3) | 2, u8::try_from(text.len()).unwrap()]);
                bytes.extend(text.as_bytes());
            }
            Err(value) => bytes.extend([number << 3, *value]),
        }
    }
    bytes
}
