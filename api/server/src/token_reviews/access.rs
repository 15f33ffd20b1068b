//! Derives a caller's access from a token review.

use std::collections::BTreeMap;

use clipmeter_crds::keys;
use k8s_openapi::api::authentication::v1::{TokenReviewStatus, UserInfo};
use uuid::Uuid;

use super::Accounts;

/// Key under which a cluster reports the pod that a token is bound to.
const POD_NAME: &str = "authentication.kubernetes.io/pod-name";

/// What a token may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenAccess {
    /// Opening and closing runs.
    Operator,
    /// Leasing this run and reporting for it.
    Run(Uuid),
    /// Nothing: the token belongs to a scraper that an earlier chart started in the operator's namespace.
    LegacyScraper,
    /// No access, for this reason.
    Refused(&'static str),
}

impl TokenAccess {
    pub(super) fn is_granted(self) -> bool {
        !matches!(self, Self::LegacyScraper | Self::Refused(_))
    }
}

/// Returns the access that a token review grants.
pub(super) fn granted_access(status: &TokenReviewStatus, accounts: &Accounts) -> TokenAccess {
    let audiences = status.audiences.as_deref().unwrap_or_default();
    if status.authenticated != Some(true) || !audiences.iter().any(|audience| audience == keys::AUDIENCE) {
        return TokenAccess::Refused(
            "the cluster does not know this token, or it was not made for Clipmeter",
        );
    }
    let user = status.user.as_ref();
    let name = user.and_then(|user| user.username.as_deref()).unwrap_or_default();
    let account = name
        .strip_prefix("system:serviceaccount:")
        .and_then(|name| name.split_once(':'));
    if account == Some((&accounts.namespace, &accounts.operator)) {
        TokenAccess::Operator
    } else if account == Some((&accounts.scraper_namespace, &accounts.scraper)) {
        user.and_then(run_of).map_or(
            TokenAccess::Refused("the token is bound to no pod of a run"),
            TokenAccess::Run,
        )
    } else if account == Some((&accounts.namespace, &accounts.scraper)) {
        TokenAccess::LegacyScraper
    } else {
        TokenAccess::Refused("this service account does not belong to Clipmeter")
    }
}

/// Returns the run whose pod a token is bound to: `scrape-<run>-<suffix>`.
fn run_of(user: &UserInfo) -> Option<Uuid> {
    let pod = user.extra.as_ref().and_then(pod_name)?;
    let rest = pod.strip_prefix(keys::JOB_PREFIX)?;
    let (run, suffix) = rest.split_at_checked(uuid::fmt::Hyphenated::LENGTH)?;
    let run: Uuid = run.parse().ok()?;
    // A different spelling of the ID would be a different Job.
    (suffix.starts_with('-') && rest.starts_with(&run.hyphenated().to_string())).then_some(run)
}

fn pod_name(extra: &BTreeMap<String, Vec<String>>) -> Option<&str> {
    match extra.get(POD_NAME)?.as_slice() {
        [name] => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const RUN: &str = "01939c4e-7a2b-7c3d-8e4f-5a6b7c8d9e0f";

    fn access(status: Value) -> TokenAccess {
        let accounts = Accounts {
            namespace: "clipmeter".to_owned(),
            scraper_namespace: "clipmeter-scrapers".to_owned(),
            operator: "operator".to_owned(),
            scraper: "scraper".to_owned(),
        };
        granted_access(&serde_json::from_value(status).unwrap(), &accounts)
    }

    fn review_status(username: &str, pod: Option<&str>) -> Value {
        let extra = pod.map_or(json!({}), |pod| json!({POD_NAME: [pod]}));
        json!({
            "authenticated": true,
            "audiences": ["clipmeter"],
            "user": {"username": username, "extra": extra},
        })
    }

    #[test]
    fn access_is_granted_to_operator_and_run_pods() {
        assert_eq!(
            access(review_status("system:serviceaccount:clipmeter:operator", None)),
            TokenAccess::Operator
        );
        let pod = format!("scrape-{RUN}-x7k2p");
        assert_eq!(
            access(review_status(
                "system:serviceaccount:clipmeter-scrapers:scraper",
                Some(&pod)
            )),
            TokenAccess::Run(RUN.parse().unwrap())
        );
    }

    #[test]
    fn access_is_refused_to_other_callers() {
        let scraper = "system:serviceaccount:clipmeter-scrapers:scraper";
        let pod = format!("scrape-{RUN}-x7k2p");
        let upper = RUN.to_uppercase();
        for refused in [
            json!({}),
            json!({"authenticated": false, "error": "expired"}),
            review_status("system:serviceaccount:other:operator", None),
            review_status("system:serviceaccount:clipmeter:operator2", None),
            review_status("system:serviceaccount:clipmeter2:operator", None),
            review_status("system:serviceaccount:clipmeter:default", None),
            review_status("operator", None),
            review_status("system:serviceaccount:clipmeter-scrapers:operator", None),
            review_status("system:serviceaccount:clipmeter-scrapers:default", Some(&pod)),
            review_status("system:serviceaccount:clipmeter:scraper", Some(&pod)),
            review_status("system:serviceaccount:other:scraper", Some(&pod)),
            review_status("system:serviceaccount:clipmeter-scrapers:scraper:x", Some(&pod)),
            review_status(scraper, None),
            review_status(scraper, Some("scrape-")),
            review_status(scraper, Some(&format!("scrape-{RUN}"))),
            review_status(scraper, Some(&format!("scrape-{RUN}x7k2p"))),
            review_status(scraper, Some(&format!("scrape-{upper}-x7k2p"))),
            review_status(scraper, Some(&format!("other-{RUN}-x7k2p"))),
            review_status(
                scraper,
                Some("scrape-not-the-id-of-a-run-but-as-long-as-one-x7k2p"),
            ),
            review_status(scraper, Some("scrape-ü1939c4e-7a2b-7c3d-8e4f-5a6b7c8d9e0-x7k2p")),
        ] {
            assert!(!access(refused.clone()).is_granted(), "{refused}");
        }
        let mut other = review_status("system:serviceaccount:clipmeter:operator", None);
        other["audiences"] = json!(["https://kubernetes.default.svc"]);
        assert!(!access(other).is_granted());
    }
}
