import { expect, test } from 'vitest'
import { withParameters } from '@/util/url/urlParams'
import { parseTrendView, trendParameters, withTrend, type TrendView } from './trendView'

const USUAL: TrendView = { metric: 'views', show: 'gained', range: 'period' }
const parse = (text: string) => parseTrendView(new URLSearchParams(text), 'gained')

test.each<[string, Partial<TrendView>]>([
  ['', {}],
  ['metric=likes', { metric: 'likes' }],
  ['show=total&days=all', { show: 'total', range: 'all' }],
  ['days=all', { range: 'all' }],
])('?%s is %j, and back', (text, change) => {
  const view = { ...USUAL, ...change }
  expect(parse(text)).toEqual(view)
  expect(withParameters(new URLSearchParams(), trendParameters(view, 'gained')).toString()).toBe(text)
})

test.each(['metric=cost', 'show=both', 'days=31', 'days=7', 'show=gained'])('?%s is the default', (text) => {
  expect(parse(text)).toEqual(USUAL)
})

test.each<[string, Partial<TrendView>, string]>([
  ['show=total', { metric: 'likes' }, 'metric=likes&show=total'],
  ['metric=likes&show=total&days=all', { range: 'period' }, 'metric=likes&show=total'],
  ['item=3&show=gained', { show: 'total' }, 'item=3'],
  ['', { show: 'gained' }, 'show=gained'],
])('a history, which shows totals by default, changes ?%s by %j to ?%s', (text, change, changed) => {
  expect(withTrend(new URLSearchParams(text), change, 'total').toString()).toBe(changed)
})
