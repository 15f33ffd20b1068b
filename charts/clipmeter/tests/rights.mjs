/**
 * Checks what users may do: node rights.mjs FILE. Each line of the file is a question of `can` in rights.sh. Sends the same requests as
 * `kubectl auth can-i`, all from one process.
 */
import { readFileSync } from 'node:fs'
import { object, request } from './server.mjs'

/** Names the verbs that RBAC checks, but no resource lists. */
const VERBS_OF_ROLES = ['bind', 'escalate']

/** Caches the resources of each API group, by name. */
const groups = {}
const served = (group) => (groups[group] ??= discover(group))

const get = async (path) => object(await request('GET', path))

async function discover(group) {
  const path = group ? `/apis/${(await get(`/apis/${group}`)).preferredVersion.groupVersion}` : '/api/v1'
  return new Map((await get(path)).resources.map((resource) => [resource.name, resource]))
}

/** Reads RESOURCE[.GROUP][/NAME][:SUBRESOURCE]. A resource that does not exist would be forbidden to everyone, so it is an error. */
async function attributes(namespace, verb, text) {
  const [, resource, group = '', name, subresource] =
    /^([^.:/]+)(?:\.([^:/]+))?(?:\/([^:]+))?(?::(.+))?$/.exec(text)
  const found = (await served(group)).get([resource, subresource].filter(Boolean).join('/'))
  if (!found) throw new Error(`the API server has no ${text}`)
  if (!found.verbs.includes(verb) && !(resource === 'clusterroles' && VERBS_OF_ROLES.includes(verb)))
    throw new Error(`${text} has no verb ${verb}`)
  return { namespace, verb, group, resource, subresource, name }
}

/** Asks as the user, so that the API server adds the groups. */
async function ask(user, resourceAttributes) {
  const review = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  }
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
  const { status } = await object(await request('POST', path, review, { 'impersonate-user': user }))
  if (status.allowed) return 'yes'
  return ['no', status.reason, status.evaluationError].filter(Boolean).join(' - ')
}

async function check(line) {
  const [subject, expected, namespace, verb, ...resources] = line.split(' ')
  if (resources.length === 0) throw new Error(`no resource: '${line}'`)
  const user = subject.replace('--as=', '')
  const wrong = resources.map(async (resource) => {
    const actual = await ask(user, await attributes(namespace, verb, resource))
    return actual === expected
      ? []
      : [`${user} ${namespace}: ${verb} ${resource}: ${actual}, not ${expected}`]
  })
  return (await Promise.all(wrong)).flat()
}

const questions = readFileSync(process.argv[2], 'utf8').trim().split('\n')
const wrong = (await Promise.all(questions.map(check))).flat()
console.log(wrong.join('\n'))
process.exit(wrong.length > 0 ? 1 : 0)
