//! Recorded responses of the real platforms, served on the paths on which they were recorded.

mod convert;
mod grow;
mod index;
mod serve;

use std::{collections::HashMap, path::Path};

use axum::http::{HeaderName, StatusCode};
use bytes::Bytes;

use crate::{SimulatorError, clock::Millis, request::Subject, response::SimulatedResponse};

/// The two possible subfolders of a replay folder.
const FOLDERS: [&str; 2] = ["instagram", "tiktok"];

/// All recordings of a folder.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    /// The pages of each list, or the single recording of each subject.
    recordings: HashMap<RecordingKey, Vec<Recording>>,
    /// All recordings by `<folder>/<file>`, including those that no request leads to.
    by_file: HashMap<String, Recording>,
    /// The account of each username, ID or item.
    names: HashMap<Subject, Identity>,
}

/// The kind and subject of a recording.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RecordingKey {
    kind: RecordingKind,
    /// Username, user ID, secUid or item ID, depending on the kind.
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

/// A recorded response.
#[derive(Debug, Clone)]
struct Recording {
    status: StatusCode,
    headers: Vec<(HeaderName, String)>,
    body: Bytes,
    is_html: bool,
    /// The cursor of the next page.
    next: Option<String>,
}

/// An account of the folder, as far as its recordings show.
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

    /// Returns the number of recordings.
    pub(crate) fn len(&self) -> usize {
        self.by_file.len()
    }

    /// Returns the account in a request.
    pub(crate) fn find(&self, subject: &Subject) -> Option<&Identity> {
        self.names.get(subject)
    }

    /// Returns the recording in a file, given as `instagram/<file>` or `tiktok/<file>`.
    pub(crate) fn file(&self, name: &str, ahead: Millis) -> Option<SimulatedResponse> {
        self.by_file.get(name).map(|recording| recording.response(ahead))
    }
}

impl Recording {
    /// Returns the recorded response, its counts grown by the time that the clock is ahead.
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
