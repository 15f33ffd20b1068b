//! Objects that are taken or refused, and the words with which an API server refuses them.

mod accounts;
mod costs;
mod groups;
mod platform_config;
mod policy;
mod videos;

use serde_json::{Value, json};

/// Whether an object is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    Taken,
    /// A rule refuses it, with this message.
    Rule(&'static str),
    /// The schema refuses it; an API server says this among other things.
    Schema(&'static str),
}

/// An object that somebody wants to create, or to change into another.
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

/// An object of a kind; namespaced kinds get their namespace from whoever applies them.
fn object(kind: &str, name: &str, spec: Value) -> Value {
    json!({"apiVersion": "clipmeter.io/v1alpha1", "kind": kind, "metadata": {"name": name}, "spec": spec})
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
