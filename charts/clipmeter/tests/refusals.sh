# Tests that invalid values are rejected with a helpful message.

# is_refused TEXT OPTION...: checks that rendering fails with the text.
is_refused() { refused "$1" render $chart/ci/default-values.yaml "${@:2}"; }

while IFS='|' read -r values text; do
  check "$values is rejected" is_refused "$text" --set "$values"
done <<'TABLE'
api.replicaz=2|additional properties 'replicaz' not allowed
api.replicas=many|at '/api/replicas': got string, want integer
operator.replicas=-1|at '/operator/replicas': minimum
database.mode=bitnami|value must be one of 'external', 'dev'
database.mode=external|database.external.existingSecret is not set
database.external.tls.mode=verify|value must be one of 'disable', 'prefer', 'require', 'verify-ca', 'verify-full'
database.external.tls.caSecret=a,database.external.tls.caConfigMap=b|at '/database/external/tls': 'not' failed
database.external.roles.keys.owner=x|additional properties 'owner' not allowed
grpc.tls.mode=none|value must be one of 'generate', 'certManager', 'existingSecret'
grpc.tls.mode=existingSecret|grpc.tls.existingSecret is not set
grpc.tls.mode=certManager|grpc.tls.certManager.issuerRef.name is not set
api.runWaitSeconds=301|at '/api/runWaitSeconds': maximum
api.trustedProxies={proxy.example.com}|does not match pattern
policy.spec.intervals.tiktokMinutes=4|at '/policy/spec/intervals/tiktokMinutes': minimum
policy.spec.concurrency.jobs=4|additional properties 'jobs' not allowed
ingress.enabled=true|at '/ingress/hosts': minItems
httpRoute.enabled=true|at '/httpRoute/parentRefs': minItems
networkPolicy.scraper.except={private}|does not match pattern
tracing.endpoint=collector:4317|does not match pattern
tracing.samplerRatio=2|at '/tracing/samplerRatio': maximum
tracing.endpoint=http://collector.tracing:4317|networkPolicy.tracing.to is not set
metrics.rules.enabled=true,metrics.rules.slo.fastBurn=30|a burn rate of 30 never fires with the objective 0.95
metrics.rules.slo.freshness=1|at '/metrics/rules/slo/freshness': exclusiveMaximum
metrics.rules.slo.freshnessSeconds=240|value must be one of 60, 120, 300, 900
metrics.rules.shares.typo=0.1|additional properties 'typo' not allowed
metrics.rules.severities.typo=none|invalid propertyName 'typo'
metrics.monitor=Prometheus|value must be one of '', 'ServiceMonitor', 'PodMonitor'
api.image.digest=latest|does not match pattern
operator.image.digest=sha256:abc|does not match pattern
scraper.image.digest=sha512:00|does not match pattern
scraper.env[0].value=x|missing property 'name'
scraper.namespace.name=Scrapers|does not match pattern
scraper.namespace.name=clipmeter|set it to a namespace that only scrapers use
scraper.namespace.name=kube-system|set it to a namespace that only scrapers use
api.serviceAccount.name=clipmeter-operator|api.serviceAccount.name and operator.serviceAccount.name are both clipmeter-operator
operator.serviceAccount.name=clipmeter-api,admissionPolicies.enabled=false|are both clipmeter-api: set different names
operator.serviceAccount.name=other|the admission policies restrict only clipmeter-operator: remove the name
scraper.serviceAccount.name=other|the admission policies restrict only clipmeter-scraper: remove the name
api.serviceAccount.name=Other|does not match pattern
api.serviceAccount.create=no|at '/api/serviceAccount/create': got string, want boolean
api.autoscaling.enabled=true,api.autoscaling.minReplicas=7|api.autoscaling.minReplicas is 7, more than maxReplicas
api.autoscaling.enabled=true,api.autoscaling.cpuPercent=null|neither cpuPercent nor metrics: set one of them
api.autoscaling.enabled=true,api.resources.requests.cpu=null|api.resources.requests.cpu, which is not set
api.autoscaling.minReplicas=0|at '/api/autoscaling/minReplicas': minimum
api.podDisruptionBudget.maxUnavailable=0|at '/api/podDisruptionBudget/maxUnavailable': minimum
operator.podDisruptionBudget.maxUnavailable=0%|does not match pattern
operator.podDisruptionBudget.minAvailable=1|additional properties 'minAvailable' not allowed
operator.extraContainers=proxy|at '/operator/extraContainers': got string, want array
api.extraVolumeMounts[0]=/data|got string, want object
networkPolicy.operator.from=[]|additional properties 'from' not allowed
commonLabels.app\.kubernetes\.io/name=other|'app.kubernetes.io/name'
api.podLabels.app\.kubernetes\.io/component=other|'app.kubernetes.io/component'
scraper.namespace.create=no|at '/scraper/namespace/create': got string, want boolean
TABLE
