//! What the operator asks for on behalf of resources, over a real connection.

mod accounts;
mod adoption;
mod facts;
mod groups;
mod limits;
mod operator;
mod progress;
mod removal;
mod renames;
mod suspension;
mod videos;
mod waiting;
