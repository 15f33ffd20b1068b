use super::*;

fn settings(text: &str) -> ScraperSettings {
    serde_saphyr::from_str(text).unwrap()
}

fn run() -> Run {
    Run {
        id: Uuid::from_u128(7),
        platform: "tiktok",
        pool: PoolId::NONE,
    }
}

#[test]
fn job_with_all_settings_matches_expected_manifest() {
    let settings = settings(
        "
        image: registry.example/scraper:1
        imagePullPolicy: IfNotPresent
        imagePullSecrets: [{name: pull}]
        serviceAccountName: clipmeter-scraper
        env: [{name: CLIPMETER_TIKTOK_URL, value: 'http://simulator'}]
        nodeSelector: {disk: ssd}
        tolerations: [{key: spot, operator: Exists}]
        podLabels: {team: data, clipmeter.io/run: overwritten}
        podAnnotations: {note: here}
        topologySpreadConstraints:
          - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway}
        priorityClassName: normal
        resources: {requests: {cpu: 1m}}
        tmpSize: 16Mi
        runAsUser: 65532
        fsGroup: 65532
        api: https://clipmeter-api-grpc:8443
        ",
    );
    let policy_job: PolicyJob = serde_saphyr::from_str(
        "
        resources: {requests: {cpu: 50m, memory: 32Mi}, limits: {memory: 128Mi}}
        deadlineSeconds: 240
        ttlSeconds: 60
        priorityClassName: low
        queueName: scrapes
        ",
    )
    .unwrap();
    let policy: ScrapePolicy = serde_saphyr::from_str(
        "
        apiVersion: clipmeter.io/v1beta1
        kind: ScrapePolicy
        metadata: {name: default, uid: policy-uid}
        spec: {}
        ",
    )
    .unwrap();
    let expected: Job = serde_saphyr::from_str(include_str!("job.yaml")).unwrap();
    let built = job(
        run(),
        &settings,
        Some("certificate"),
        &policy_job,
        Some(&policy),
        None,
        "release",
    );
    assert_eq!(
        built,
        expected,
        "{}",
        serde_json::to_string_pretty(&built).unwrap()
    );
}

#[test]
fn job_takes_sandbox_name_server_and_resources_from_settings() {
    let settings = settings(
        "{image: i, serviceAccountName: s, api: 'http://api:1', runtimeClassName: gvisor, dnsPolicy: None,
          dnsConfig: {nameservers: [192.0.2.53]}, priorityClassName: normal, resources: {limits: {memory: 1Gi}}}",
    );
    let built = job(
        run(),
        &settings,
        None,
        &PolicyJob::default(),
        None,
        None,
        "release",
    );
    let pod = built.spec.unwrap().template.spec.unwrap();
    assert_eq!(pod.runtime_class_name.as_deref(), Some("gvisor"));
    assert_eq!(pod.dns_policy.as_deref(), Some("None"));
    assert_eq!(pod.dns_config, settings.dns_config);
    assert_eq!(pod.priority_class_name.as_deref(), Some("normal"));
    assert_eq!(pod.containers[0].resources, settings.resources);
}

#[test]
fn job_without_optional_settings_omits_their_fields() {
    let settings = settings("{image: i, serviceAccountName: s, api: 'http://api:1'}");
    let built = job(
        run(),
        &settings,
        None,
        &PolicyJob::default(),
        None,
        None,
        "release",
    );
    assert_eq!(built.metadata.owner_references, None);
    let spec = built.spec.unwrap();
    assert_eq!(spec.suspend, None);
    let pod = spec.template.spec.unwrap();
    assert_eq!(pod.volumes.unwrap().len(), 2);
    // A cluster that assigns users refuses others.
    let security = pod.security_context.unwrap();
    assert_eq!(
        (security.run_as_user, security.run_as_group, security.fs_group),
        (None, None, None)
    );
    let container_security = pod.containers[0].security_context.as_ref().unwrap();
    assert_eq!(
        (container_security.run_as_user, security.run_as_non_root),
        (None, Some(true))
    );
    let env: Vec<_> = pod.containers[0]
        .env
        .iter()
        .flatten()
        .map(|env| env.name.as_str())
        .collect();
    assert_eq!(env, ["CLIPMETER_RUN_TOKEN_FILE"]);
}

#[test]
fn job_of_scraper_pool_has_its_label_nodes_and_tolerations() {
    let settings = settings(
        "{image: i, serviceAccountName: s, api: 'http://api:1', nodeSelector: {disk: ssd, zone: a},
          tolerations: [{key: spot, operator: Exists}], podLabels: {clipmeter.io/scraper-pool: overwritten}}",
    );
    let pool = crate::state::pool(
        "eu",
        1,
        &serde_json::json!({"placement": {
            "nodeSelector": {"zone": "b", "region": "eu"},
            "tolerations": [{"key": "egress", "operator": "Equal", "value": "eu", "effect": "NoSchedule"}],
        }}),
    );
    let job_of = |pool: &ScraperPool| {
        job(
            run(),
            &settings,
            None,
            &PolicyJob::default(),
            None,
            Some(pool),
            "release",
        )
    };
    let built = job_of(&pool);
    let template = built.spec.unwrap().template;
    for metadata in [built.metadata, template.metadata.unwrap()] {
        assert_eq!(metadata.labels.unwrap()["clipmeter.io/scraper-pool"], "eu");
    }
    let pod = template.spec.unwrap();
    let nodes = [("disk", "ssd"), ("region", "eu"), ("zone", "b")];
    let nodes = nodes.map(|(key, value)| (key.to_owned(), value.to_owned()));
    assert_eq!(pod.node_selector, Some(BTreeMap::from(nodes)));
    let tolerations: Vec<Toleration> = serde_saphyr::from_str(
        "[{key: spot, operator: Exists}, {key: egress, operator: Equal, value: eu, effect: NoSchedule}]",
    )
    .unwrap();
    assert_eq!(pod.tolerations, Some(tolerations));

    let unplaced = job_of(&crate::state::pool("eu", 1, &serde_json::json!({})));
    let pod = unplaced.spec.unwrap().template.spec.unwrap();
    assert_eq!(pod.node_selector, Some(settings.node_selector.clone()));
    assert_eq!(pod.tolerations, Some(settings.tolerations.clone()));
}
