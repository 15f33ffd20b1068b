//! What the operator asks for on behalf of resources, over a real connection.

mod groups;
mod operator;
