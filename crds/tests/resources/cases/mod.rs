//! Objects that are accepted or rejected, and the messages with which an API server rejects them.

mod accounts;
mod costs;
mod groups;
mod platform_config;
mod policy;
mod scraper_pool;
mod videos;

use serde_json::{Value, json};

/// Whether an object is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    Accepted,
    /// A rule refuses it, with this message.
    Rule(&'static str),
    /// The schema rejects it; an API server's message contains this text.
    Schema(&'static str),
}

/// An object to create, or to change into another.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) before: Option<Value>,
    pub(crate) object: Value,
    pub(crate) expectation: Expectation,
}

pub(crate) fn all() -> Vec<Case> {
    [
        accounts::all(),
        costs::all(),
        platform_config::all(),
        groups::all(),
        policy::all(),
        scraper_pool::all(),
        videos::all(),
    ]
    .concat()
}

fn create(object: Value, expectation: Expectation) -> Case {
    Case {
        before: None,
        object,
        expectation,
    }
}

fn change(before: Value, object: Value, expectation: Expectation) -> Case {
    Case {
        before: Some(before),
        object,
        expectation,
    }
}

/// An object of a kind; namespaced kinds get their namespace when they are applied.
fn object(kind: &str, name: &str, spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1beta1", "kind": kind, "metadata": {"name": name}, "spec": spec})
}

fn instagram(spec: Value) -> Value {
    object("InstagramAccount", "account", spec)
}

fn tiktok(spec: Value) -> Value {
    object("TikTokAccount", "account", spec)
}

/// A group with a name to be seen and these fields besides.
fn group(fields: Value) -> Value {
    let mut spec = json!({"displayName": "Acme"});
    let (Some(all), Value::Object(fields)) = (spec.as_object_mut(), fields) else {
        panic!("a group's fields are an object");
    };
    all.extend(fields);
    object("ClientGroup", "acme", spec)
}
