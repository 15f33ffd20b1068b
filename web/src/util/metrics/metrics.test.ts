import { expect, test } from 'vitest'
import { engagementTerms, metricsOf, unknownReason, type Metric, type Numbers } from './metrics'

const ITEM: Numbers = { metrics_status: 'ok', likes: 10, comments: 2, shares: 3, saves: 4, cpm: 0.5 }
const unknown = (item: Numbers) =>
  metricsOf('tiktok').filter((metric) => unknownReason(metric, item) !== undefined)

test.each<[string, Partial<Numbers>, Metric[]]>([
  ['everything is known of a measured item', {}, []],
  ['an item may be without a comment or a cost', { likes: 0, comments: 0, cpm: 0 }, []],
  [
    'without views there is nothing to divide by',
    { metrics_status: 'no_views' },
    ['views', 'cpm', 'engagement'],
  ],
  ['without a cost only the CPM is unknown', { metrics_status: 'no_cost', cpm: 0 }, ['cpm']],
  ['hidden likes hide the engagement', { metrics_status: 'likes_hidden', likes: 0 }, ['likes', 'engagement']],
  [
    'hidden likes do not hide that there is no cost',
    { metrics_status: 'likes_hidden', likes: 0, cpm: 0 },
    ['likes', 'cpm', 'engagement'],
  ],
  [
    'likes that are told are shown',
    { metrics_status: 'likes_hidden', comments: 0 },
    ['comments', 'engagement'],
  ],
  ['saves may be unknown by themselves', { saves: null }, ['saves']],
  ['so may shares be kept', { metrics_status: 'likes_hidden', shares: 0 }, ['shares', 'engagement']],
])('%s', (_, change, metrics) => {
  expect(unknown({ ...ITEM, ...change })).toEqual(metrics)
})

test('an Instagram post has no unknown shares', () => {
  const post: Numbers = { metrics_status: 'likes_hidden', likes: 0, comments: 0, cpm: 1 }
  const metrics = metricsOf('instagram').filter((metric) => unknownReason(metric, post) !== undefined)
  expect(metrics).toEqual(['likes', 'engagement'])
})

test('the reason of an unknown number names the missing one', () => {
  expect(unknownReason('views', { ...ITEM, metrics_status: 'no_views' })).toBe('No public view count')
  expect(unknownReason('cpm', { ...ITEM, metrics_status: 'no_cost' })).toBe('No rate set')
  const hidden: Numbers = { ...ITEM, metrics_status: 'likes_hidden', likes: 0, cpm: 0 }
  expect(unknownReason('engagement', hidden)).toBe('Likes are hidden')
  expect(unknownReason('cpm', hidden)).toContain('or the cost is too small to show')
})

test('the metrics of a platform are in column order', () => {
  expect(metricsOf('instagram')).toEqual(['views', 'likes', 'comments', 'cpm', 'engagement'])
  expect(metricsOf('tiktok')).toEqual(['views', 'likes', 'comments', 'shares', 'saves', 'cpm', 'engagement'])
})

test('the terms of the engagement rate depend on the platform', () => {
  expect(engagementTerms('instagram')).toBe('likes + comments')
  expect(engagementTerms('tiktok')).toBe('likes + comments + shares')
})
