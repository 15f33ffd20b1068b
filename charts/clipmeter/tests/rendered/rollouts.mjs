/**
 * Checks that Deployments start, roll out and leave drained nodes: node rollouts.mjs FILE... Simulates clusters of one to three nodes, in
 * one zone and in as many zones as nodes, and prints the steps that never complete. Considers replicas, update strategy, required
 * anti-affinity, hard topology spread and PodDisruptionBudgets, but no resources: each node has room for all pods.
 */
import { basename } from 'node:path'
import { read, selects } from './objects.mjs'

/** Returns a number of pods from a number or percentage. */
const share = (value, replicas, round) =>
  typeof value === 'string' ? round((parseInt(value, 10) * replicas) / 100) : value

/** Returns the name of the part of the cluster that a node belongs to. */
const domain = (node, key) => (key === 'topology.kubernetes.io/zone' ? node.zone : node.host)

/** Returns the node for another pod that has the fewest pods, or undefined if no node may run it. */
function place(pod, pods, nodes) {
  const { affinity, topologySpreadConstraints: spread = [] } = pod.spec
  const terms = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
  const others = (selector, keys = []) =>
    pods.filter(
      (other) => selects(selector, other.labels) && (keys.length === 0 || other.revision === pod.revision),
    )
  const isFree = (node) =>
    terms.every(({ topologyKey: key, labelSelector }) =>
      others(labelSelector).every((other) => domain(other.node, key) !== domain(node, key)),
    )
  const isEven = (node) =>
    spread
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway')
      .every(({ topologyKey: key, maxSkew, labelSelector, matchLabelKeys }) => {
        const counted = others(labelSelector, matchLabelKeys)
        const count = (name) => counted.filter((other) => domain(other.node, key) === name).length
        return (
          count(domain(node, key)) + 1 - Math.min(...nodes.map((each) => count(domain(each, key)))) <= maxSkew
        )
      })
  const load = (node) => pods.filter((other) => other.node === node).length
  return nodes
    .filter((node) => !node.isDrained && isFree(node) && isEven(node))
    .toSorted((one, other) => load(one) - load(other))[0]
}

/** Adds pods of a revision up to a number, and returns whether all of them have a node. */
function start(template, revision, replicas, pods, nodes) {
  while (pods.length < replicas) {
    const pod = { labels: template.metadata.labels, spec: template.spec, revision }
    pod.node = place(pod, pods, nodes)
    if (!pod.node) return false
    pods.push(pod)
  }
  return true
}

/** Replaces all pods by pods of another revision, and returns whether this completes. */
function rollOut({ spec: { template, strategy } }, replicas, pods, nodes) {
  const { maxSurge = '25%', maxUnavailable = '25%' } = strategy?.rollingUpdate ?? {}
  const most = replicas + share(maxSurge, replicas, Math.ceil)
  const least = replicas - share(maxUnavailable, replicas, Math.floor)
  while (pods.some(({ revision }) => revision === 'old')) {
    const before = pods.length
    start(template, 'new', most, pods, nodes)
    const removed = pods.findIndex(({ revision }) => revision === 'old')
    if (pods.length > least) pods.splice(removed, 1)
    else if (pods.length === before) return false
  }
  return start(template, 'new', replicas, pods, nodes)
}

/** Evicts the pods of a node as the budgets allow, and returns whether none is left. */
function drain({ spec: { template } }, replicas, budgets, pods, nodes, node) {
  node.isDrained = true
  for (;;) {
    const evicted = pods.findIndex((pod) => pod.node === node)
    if (evicted < 0) return true
    const unavailable = replicas - pods.length
    if (budgets.some((budget) => unavailable >= share(budget, replicas, Math.ceil))) return false
    pods.splice(evicted, 1)
    start(template, 'old', replicas, pods, nodes)
  }
}

/** Returns the nodes of a cluster, each with its own zone or all in one. */
const cluster = (count, hasZones) =>
  Array.from({ length: count }, (_, at) => ({ host: `node-${at}`, zone: hasZones ? `zone-${at}` : 'zone' }))

function* stuck(deployment, replicas, budgets, count, hasZones) {
  const { template } = deployment.spec
  const begin = () => {
    const [pods, nodes] = [[], cluster(count, hasZones)]
    return { isStarted: start(template, 'old', replicas, pods, nodes), pods, nodes }
  }
  const { isStarted, pods, nodes } = begin()
  if (!isStarted) return yield 'start'
  if (!rollOut(deployment, replicas, pods, nodes)) yield 'rollout'
  // Pods of a single node have nowhere to go, so several replicas with a budget stay until there is another node.
  if (count === 1 && replicas > 1) return
  for (let at = 0; at < count; at++) {
    const fresh = begin()
    if (!drain(deployment, replicas, budgets, fresh.pods, fresh.nodes, fresh.nodes[at])) yield 'drain'
  }
}

function* problems(file) {
  const objects = read(file)
  for (const deployment of objects.filter(({ kind }) => kind === 'Deployment')) {
    const { metadata, spec } = deployment
    const scaler = objects.find(
      (object) =>
        object.kind === 'HorizontalPodAutoscaler' && object.spec.scaleTargetRef.name === metadata.name,
    )
    const budgets = objects
      .filter(
        (object) =>
          object.kind === 'PodDisruptionBudget' &&
          selects(object.spec.selector, spec.template.metadata.labels),
      )
      .map((object) => object.spec.maxUnavailable)
    const numbers = scaler ? [scaler.spec.minReplicas, scaler.spec.maxReplicas] : [spec.replicas]
    for (const replicas of numbers) {
      for (const [count, hasZones] of [1, 2, 3].flatMap((nodes) => [
        [nodes, false],
        [nodes, true],
      ])) {
        for (const step of new Set(stuck(deployment, replicas, budgets, count, hasZones))) {
          yield `${metadata.name} with ${replicas} replicas on ${count} nodes${hasZones ? ' and zones' : ''}: ${step} never completes`
        }
      }
    }
  }
}

const found = process.argv
  .slice(2)
  .flatMap((file) => [...problems(file)].map((text) => `${basename(file, '.json')}: ${text}`))
if (found.length > 0) {
  console.log(found.join('\n'))
  process.exitCode = 1
}
