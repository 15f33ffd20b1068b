/**
 * Compares the permissions that the chart grants with the table of a page: node compare.mjs PAGE RENDERED... Each rendered file has the
 * name of the values with which it was rendered, such as `groups.provision=false`. Fails if the page lacks a rule, lists one that the
 * chart does not grant, or names other admission policies than those that check the rule's requests.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Roles of users, which docs/user/tenants.md describes. */
const ROLES_OF_USERS = ['clipmeter-view', 'clipmeter-edit']

/** The namespaces of roles, as the page calls them. */
const SCOPES = { undefined: 'cluster', clipmeter: 'release', 'clipmeter-scrapers': 'scrapers' }

/** The settings of the page's column "if", with their defaults. */
const DEFAULTS = { 'groups.provision': 'true', 'operator.adoptNamespaces': 'true' }

/** The operations that a policy checks for a verb. Reading is not checked. */
const OPERATIONS = {
  create: 'CREATE',
  update: 'UPDATE',
  patch: 'UPDATE',
  delete: 'DELETE',
  deletecollection: 'DELETE',
}

const HEADER = '| account | in | API group | resources | verbs | if | for | policies |'

/** The items of a list in one line, such as `[a, "b"]`. */
function items(text) {
  return text
    .split(',')
    .map((item) => item.trim().replaceAll(/^"|"$/g, ''))
    .toSorted()
}

/** The rules of a role, or the resources of a policy. Fails on a notation that it does not read. */
function rulesOf(object) {
  const text = object.replaceAll(
    /^( *)(\w+):\n((?:\1 *- [\w/.-]+\n)+)/gm,
    (_, indent, key, lines) =>
      `${indent}${key}: [${lines
        .trim()
        .replace(/^- /, '')
        .split(/\n *- /)
        .join(', ')}]\n`,
  )
  const parts = text.split(/^ *- (?=apiGroups: )/m).slice(1)
  if (
    parts.length !== object.match(/\bapiGroups:/g)?.length ||
    /nonResourceURLs|aggregationRule/.test(object)
  )
    throw new Error(
      `cannot read the rules of this object; extend ${basename(import.meta.filename)}:\n${object}`,
    )
  return parts.map((part) =>
    Object.fromEntries(
      [...part.matchAll(/\b(apiGroups|resources|resourceNames|verbs|operations): \[(.*)\]$/gm)].map(
        ([, key, found]) => [key, items(found)],
      ),
    ),
  )
}

/** Whether a policy's pattern includes a resource: `*` includes all but subresources, `*\/*` all. */
function matches(pattern, resource) {
  if (pattern === '*/*' || pattern === resource) return true
  if (pattern === '*') return !resource.includes('/')
  return pattern.endsWith('/*') && resource.startsWith(pattern.slice(0, -1))
}

/**
 * The names of the policies that check an account's requests under a rule. If they check only a part of its changes, the rest follows, which
 * no page can describe.
 */
function policiesFor(account, { apiGroups, resources, verbs }, policies) {
  const checks = (resource, verb) => (rule) =>
    apiGroups.some((group) => rule.apiGroups.includes(group)) &&
    rule.resources.some((pattern) => matches(pattern, resource)) &&
    rule.operations.includes(OPERATIONS[verb])
  const changes = resources.flatMap((resource) =>
    verbs
      .filter((verb) => verb in OPERATIONS)
      .map((verb) => {
        const checked = policies.filter(
          ({ user, rules }) => user === account && rules.some(checks(resource, verb)),
        )
        return { change: `unchecked ${verb} ${resource}`, names: checked.map(({ name }) => name) }
      }),
  )
  const names = [...new Set(changes.flatMap((change) => change.names))]
  const rest = changes.filter((change) => change.names.length === 0).map(({ change }) => change)
  return names.length === 0 ? [] : [...names, ...rest]
}

function nameOf(object) {
  return /^ {2}name: (\S+)$/m.exec(object)[1]
}

/** What the chart grants, one line for each rule, in the form of the page's rows. */
function granted(rendered) {
  const objects = rendered.split(/^---$/m)
  const ofKind = (kind) => objects.filter((object) => new RegExp(`^kind: ${kind}$`, 'm').test(object))
  const policies = ofKind('ValidatingAdmissionPolicy').map((object) => ({
    name: nameOf(object).replace('clipmeter-clipmeter-operator-', ''),
    user: /userInfo.username == "system:serviceaccount:clipmeter:clipmeter-(\w+)"/.exec(object)?.[1],
    rules: rulesOf(object),
  }))
  const accounts = Object.fromEntries(
    ofKind('(?:Cluster)?RoleBinding').map((object) => {
      const [roleRef, subjects] = object.slice(object.indexOf('roleRef:')).split('subjects:')
      const names = [...subjects.matchAll(/\bname: (\S+)/g)].map(([, name]) => name.replace('clipmeter-', ''))
      return [/name: (\S+)/.exec(roleRef)[1], names.join(' and ')]
    }),
  )
  return ofKind('(?:Cluster)?Role')
    .filter((object) => !ROLES_OF_USERS.includes(nameOf(object)))
    .flatMap((object) => {
      const account = accounts[nameOf(object)]
      const scope = SCOPES[/^ {2}namespace: (\S+)$/m.exec(object)?.[1]]
      return rulesOf(object).map((rule) =>
        line({
          account,
          scope,
          group: rule.apiGroups.join(' ') || 'core',
          resources: rule.resourceNames
            ? rule.resources.flatMap((resource) => rule.resourceNames.map((name) => `${resource} ${name}`))
            : rule.resources,
          verbs: rule.verbs,
          policies: policiesFor(account, rule, policies),
        }),
      )
    })
}

/** The texts in backticks. */
function codes(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)
}

/** What a page's table lists, as far as it applies to the values. */
function documented(page, values) {
  const at = page.indexOf(HEADER)
  if (at === -1) throw new Error(`the page has no table with the header ${HEADER}`)
  const rows = page.slice(at).split('\n\n')[0].trim().split('\n').slice(2)
  return rows.flatMap((row) => {
    const [account, scope, group, resources, verbs, conditions, , policies] = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const applies = codes(conditions).every((condition) => {
      const [setting, value = 'true'] = condition.split('=')
      if (!(setting in DEFAULTS)) throw new Error(`unknown setting ${setting}`)
      return values[setting] === value
    })
    const cells = { resources: codes(resources), verbs: codes(verbs), policies: codes(policies) }
    return applies ? [line({ account, scope, group: group.replaceAll('`', ''), ...cells })] : []
  })
}

function joined(names) {
  return names.toSorted().join(',')
}

function line({ account, scope, group, resources, verbs, policies }) {
  return `${account}, ${scope}: ${group}: ${joined(resources)}: ${joined(verbs)}; policies: ${joined(policies) || 'none'}`
}

const [page, ...files] = process.argv.slice(2)
const gaps = files.flatMap((file) => {
  const [setting, value] = basename(file).split('=')
  const chart = granted(readFileSync(file, 'utf8'))
  const docs = documented(readFileSync(page, 'utf8'), { ...DEFAULTS, [setting]: value })
  const say = (what, lines) => lines.map((text) => `with ${basename(file)}, ${what}: ${text}`)
  return [
    ...say(
      'the docs lack',
      chart.filter((text) => !docs.includes(text)),
    ),
    ...say(
      'the chart does not grant',
      docs.filter((text) => !chart.includes(text)),
    ),
  ]
})
if (gaps.length > 0) {
  console.error(gaps.join('\n'))
  process.exit(1)
}
