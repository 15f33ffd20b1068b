//! The scripts of Instagram's pages, two of which contain the IDs of the documents.

use bytes::Bytes;

use super::documents::{DOCUMENTS, QueryDocument, QueryDocuments};
use crate::{clock::Millis, response::SimulatedResponse};

/// The host that browsers load scripts from; the simulator serves them under the same path.
const HOST: &str = "https://static.cdninstagram.com";

/// Number of scripts of a page.
const SCRIPTS: u8 = 12;

/// The scripts that contain IDs, in rotation.
const ID_SCRIPTS: [u8; 2] = [4, 9];

/// Number of irrelevant modules around the relevant ones; the platform's scripts consist mostly of such.
const FILLERS: usize = 200;

impl QueryDocuments {
    /// Adds the current scripts to a page, if documents are rotated at all.
    pub(crate) fn with_scripts(&self, page: SimulatedResponse, now: Millis) -> SimulatedResponse {
        let Some(epoch) = self.epoch(now) else {
            return page;
        };
        let Some(end) = memchr::memmem::find(&page.body, b"</head>") else {
            return page;
        };
        let (head, rest) = page.body.split_at(end);
        let mut body = head.to_vec();
        for script in 0..SCRIPTS {
            let tag = format!(
                "<script src=\"{HOST}{}\" async=\"1\"></script>",
                self.path(script, epoch)
            );
            body.extend(tag.into_bytes());
        }
        body.extend(rest);
        SimulatedResponse {
            body: Bytes::from(body),
            ..page
        }
    }

    /// Returns the script under a path, as long as its IDs are valid.
    pub(super) fn script(&self, path: &str, now: Millis) -> Option<String> {
        self.epoch(now)?;
        let of_epoch = |epoch| {
            let script = (0..SCRIPTS).find(|script| self.path(*script, epoch) == path)?;
            Some(self.content(script, epoch))
        };
        self.epochs(now).into_iter().find_map(of_epoch)
    }

    fn path(&self, script: u8, epoch: u64) -> String {
        let hash = format!("{:016x}", self.number(&[script], epoch));
        let (folder, name) = hash.split_at(2);
        format!("/rsrc.php/v4/y{folder}/r/{name}.js")
    }

    fn content(&self, script: u8, epoch: u64) -> String {
        let filler = |number| {
            format!(
                "__d(\"PolarisPart{script}x{number}\",[\"react\"],\
                 (function(a,b,c,d,e,f){{\"use strict\";f.part={number}}}),66);\n"
            )
        };
        let mut modules: Vec<String> = (0..FILLERS).map(filler).collect();
        let position = ID_SCRIPTS.iter().position(|id_script| *id_script == script);
        let named = DOCUMENTS.iter().filter(|document| !document.name.is_empty());
        for (at, document) in named.enumerate() {
            if position == Some(at % ID_SCRIPTS.len()) {
                modules.push(modules_of(document, &self.id(document, epoch)));
            }
        }
        modules.concat()
    }
}

/// Builds the two modules of a document: its ID and its flags.
fn modules_of(document: &QueryDocument, id: &str) -> String {
    let name = document.name;
    let flags = document
        .flags
        .iter()
        .map(|flag| format!("\"{flag}.relayprovider\","));
    let flags = flags.collect::<Vec<_>>().concat();
    format!(
        "__d(\"{name}_instagramRelayOperation\",[],(function(a,b,c,d,e,f){{e.exports=\"{id}\"}}),null);\n\
         __d(\"{name}$Parameters\",[{flags}\"{name}_instagramRelayOperation\"],(function(a,b,c,d,e,f){{\
         e.exports={{kind:\"PreloadableConcreteRequest\",params:{{name:\"{name}\"}}}}}}),null);\n"
    )
}
