/**
 * Writes tests for promtool, `short.json` and `long.json`: node generate.mjs FOLDER RULES... Fails if an alert of the rules has no
 * situation in which it fires, or none in which it does not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { HEALTHY } from './series.mjs'
import { api } from './situations/api.mjs'
import { operator } from './situations/operator.mjs'
import { outcomes } from './situations/outcomes.mjs'
import { reconciliation } from './situations/reconciliation.mjs'
import { scraping } from './situations/scraping.mjs'
import { sessions } from './situations/sessions.mjs'
import { slo } from './situations/slo.mjs'

/**
 * Situations and the alerts that they cause. A situation lists the series that differ from a healthy installation: for a gauge, a list
 * of [value, minutes]; for a counter, a string `RATE/m` or [[`RATE/m`, minutes], …]; null removes the series. The last part lasts to
 * the end. `at` maps a minute to all alerts that must fire then, which ensures that a cause does not fire a second alert.
 */
const ALERTS = {
  ...slo,
  ...outcomes,
  ...scraping,
  ...operator,
  ...reconciliation,
  ...api,
  ...sessions,
}

/** Situations that last longer, in minutes, are evaluated only every five minutes to save time. */
const LONG = 120

/** Returns the samples of a series in promtool's notation, one per minute from 0 to `last`. */
function samples(value, last) {
  const parts = Array.isArray(value) ? value : [[value, 0]]
  const result = []
  let total = 0
  for (const [at, [part, minutes]] of parts.entries()) {
    const end = at === parts.length - 1 ? last + 1 : result.length + minutes
    const rate = typeof part === 'string' ? Number(part.replace('/m', '')) : undefined
    while (result.length < end) {
      if (part === null) result.push(result.length === 0 ? '_' : 'stale')
      else if (rate === undefined) result.push(part)
      else {
        result.push(Number(total.toFixed(6)))
        total += rate
      }
    }
  }
  return result.slice(0, last + 1).join(' ')
}

function test(name, { change, at }) {
  const last = Math.max(...Object.keys(at).map(Number))
  const series = Object.entries({ ...HEALTHY, ...change }).filter(([, value]) => value !== null)
  return {
    name,
    interval: '1m',
    input_series: series.map(([labels, value]) => ({
      series: labels.replace('{', '{namespace="clipmeter",'),
      values: samples(value, last),
    })),
    promql_expr_test: Object.entries(at).map(([minute, alerts]) => ({
      // The name is in the expression, because promtool prints only the expression on failure.
      expr: `# ${name}\ncount by (alertname) (ALERTS{alertstate="firing"}) > bool 0`,
      eval_time: `${minute}m`,
      exp_samples: alerts.map((alertname) => ({
        labels: `{alertname="${alertname}"}`,
        value: 1,
      })),
    })),
  }
}

const [folder, ...rules] = process.argv.slice(2)
const defined = rules.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^\s+alert: (\w+)$/gm)].map(([, name]) => name),
)
const gaps = [
  ...defined.filter((name) => !ALERTS[name]).map((name) => `${name} has no situations`),
  ...Object.keys(ALERTS)
    .filter((name) => !defined.includes(name))
    .map((name) => `${name} does not exist`),
]
for (const [name, { fires, quiet }] of Object.entries(ALERTS)) {
  const fired = (situations) =>
    Object.values(situations).filter(({ at }) => Object.values(at).some((alerts) => alerts.includes(name)))
  if (fired(fires).length < Object.keys(fires).length) gaps.push(`a situation does not fire ${name}`)
  if (Object.keys(fires).length === 0) gaps.push(`no situation fires ${name}`)
  if (Object.keys(quiet).length === 0) gaps.push(`no situation leaves ${name} quiet`)
}
if (gaps.length > 0) {
  console.error(gaps.join('\n'))
  process.exit(1)
}
const situations = [
  ['healthy installation', { change: {}, at: { 75: [], 400: [] } }],
  ...Object.entries(ALERTS).flatMap(([alert, { fires, quiet }]) =>
    Object.entries({ ...fires, ...quiet }).map(([name, situation]) => [`${alert}: ${name}`, situation]),
  ),
]
const isLong = ([, { at }]) => Math.max(...Object.keys(at).map(Number)) > LONG
for (const [name, interval, chosen] of [
  ['short', '1m', situations.filter((situation) => !isLong(situation))],
  ['long', '5m', situations.filter(isLong)],
]) {
  const tests = chosen.map(([title, situation]) => test(title, situation))
  // promtool reads YAML, which includes JSON.
  const text = JSON.stringify({ rule_files: rules, evaluation_interval: interval, tests }, undefined, 1)
  writeFileSync(`${folder}/${name}.json`, text)
}
