import { expect, test } from 'vitest'
import { withParameters } from '@/util/url/urlParams'
import { parseTrendView, trendParameters, type TrendView } from './trendView'

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
