//! Recorded answers of the real platforms, served on the paths on which they were recorded.

mod convert;
mod grow;
mod index;
mod serve;

use std::{collections::HashMap, path::Path};

use axum::http::{HeaderName, StatusCode};
use bytes::Bytes;

use crate::{SimulatorError, clock::Millis, response::SimulatedResponse, route::Subject};

/// The two folders that a replay folder may have.
const FOLDERS: [&str; 2] = ["instagram", "tiktok"];

/// All recordings of a folder.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// The pages of each list or the one recording of each thing.
    recordings: HashMap<RecordingKey, Vec<Recording>>,
    /// Every recording by `<folder>/<file>`, also those that no request leads to.
    by_file: HashMap<String, Recording>,
    /// Who is behind a username, an id or an item.
    names: HashMap<Subject, Identity>,
}

/// What a recording answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RecordingKey {
    kind: RecordingKind,
    /// Username, user id, secUid or item id, as the kind is asked for by.
    of: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RecordingKind {
    ProfileInfo,
    ProfileById,
    Search,
    ProfilePage,
    Feed,
    Timeline,
    LegacyTimeline,
    Clips,
    ClipsUser,
    Media,
    MediaByShortcode,
    LoggedOutMedia,
    PostPage,
    UserPage,
    VideoPage,
    ItemList,
    EmbedUser,
    EmbedVideo,
    Oembed,
}

/// One recorded answer.
#[derive(Debug, Clone)]
struct Recording {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    body: Bytes,
    is_html: bool,
    /// The cursor that leads on from here.
    next: Option<String>,
}

/// An account of the folder as far as its recordings tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) username: String,
    user_id: Option<String>,
}

impl Replay {
    /// Reads the folder with all its recordings.
    pub(crate) fn load(folder: &Path) -> Result<Self, SimulatorError> {
        let mut replay = Self::default();
        let mut found = false;
        for platform in FOLDERS {
            let folder = folder.join(platform);
            if folder.join(index::FILE).is_file() {
                found = true;
                index::read(&mut replay, platform, &folder)?;
            }
        }
        if found {
            Ok(replay)
        } else {
            Err(SimulatorError::NothingToReplay {
                path: folder.to_owned(),
            })
        }
    }

    /// How many recordings there are.
    pub(crate) fn len(&self) -> usize {
        self.by_file.len()
    }

    /// The account that a request is about.
    pub(crate) fn find(&self, subject: &Subject) -> Option<&Identity> {
        self.names.get(subject)
    }

    /// The recording in a file, given as `instagram/<file>` or `tiktok/<file>`.
    pub(crate) fn file(&self, name: &str, ahead: Millis) -> Option<SimulatedResponse> {
        self.by_file.get(name).map(|recording| recording.response(ahead))
    }
}

impl Recording {
    /// The answer as recorded, its counts grown by the time that the clock is ahead.
    fn response(&self, ahead: Millis) -> SimulatedResponse {
        let body = if ahead > 0 {
            Bytes::from(grow::grown(&self.body, ahead))
        } else {
            self.body.clone()
        };
        let response = if self.is_html {
            SimulatedResponse::html(body)
        } else {
            SimulatedResponse::json_text(self.status, body)
        };
        self.headers
            .iter()
            .fold(response.with_status(self.status), |response, (name, value)| {
                response.with(name.clone(), value)
            })
    }
}
