import { expect, test } from 'vitest'
import type { Platform } from '@/util/platform'
import type { Choice } from '@/util/choices'
import type { AgeSeries, DaySeries } from './comparison'
import { ageLines, dayLines, namedSeries } from './lines'

const PERIOD = { from: '2026-11-20', to: '2026-11-21' }
const choice = (id: number, name: string, platform: Choice['platform']): Choice => ({
  id,
  name,
  formerly: [],
  platform,
  group: undefined,
  views: undefined,
})
const NASA = choice(3, '@nasa', 'tiktok')
const ESA = choice(7, '@esa', 'instagram')
const ACME = choice(3, 'Acme', undefined)

const days = (id: number, platform: Platform | null, views_before = 100): DaySeries => ({
  id,
  name: '',
  platform,
  group_id: null,
  views_before,
  views_after: views_before + 30,
  gained: [10, 20],
})
const ages = (
  id: number,
  items: number,
  views: AgeSeries['views'],
  platform: Platform | null,
): AgeSeries => ({
  id,
  name: '',
  platform,
  group_id: null,
  items,
  views,
})

test('series are named in the order of the choices, and others are left out', () => {
  const series = [days(7, 'instagram'), days(3, 'tiktok'), days(9, 'tiktok')]
  expect(namedSeries([NASA, ESA], series)).toEqual([
    { series: series[1], label: '@nasa', color: 'var(--cm-line-1)' },
    { series: series[0], label: '@esa', color: 'var(--cm-line-2)' },
  ])
  // The color stays while another one has not loaded.
  expect(namedSeries([choice(1, '@new', 'tiktok'), NASA], series)[0]?.color).toBe('var(--cm-line-2)')
  expect(namedSeries([ACME], series)).toEqual([])
  expect(namedSeries([ACME], [days(3, null)])).toHaveLength(1)
})

test('a series without views before the period has no index', () => {
  const rows = namedSeries([NASA, ESA], [days(3, 'tiktok', 0), days(7, 'instagram')])
  expect(dayLines(rows, PERIOD, 'gained').lines.map(({ name }) => name)).toEqual(['@nasa', '@esa'])
  expect(dayLines(rows, PERIOD, 'gained').notes).toEqual(new Map())
  expect(dayLines(rows, PERIOD, 'indexed').lines.map(({ name }) => name)).toEqual(['@esa'])
  expect(dayLines(rows, PERIOD, 'indexed').notes).toEqual(new Map([[3, 'No views before this period']]))
})

test.each([
  ['instagram', 12, [5, 6], '12 posts', true],
  ['tiktok', 1, [5, null], '1 video', true],
  [null, 2, [5, 6], '2 posts', true],
  ['tiktok', 0, [null, null], 'No videos in this period', false],
  [null, 0, [null, null], 'No posts in this period', false],
  ['instagram', 2, [null, null], '2 posts, not a day old when last measured', false],
] as const)('on %s, %d posts with the views %j: %s', (platform, items, views, note, hasLine) => {
  const rows = namedSeries([choice(3, 'a', platform ?? undefined)], [ages(3, items, [...views], platform)])
  const { lines, notes } = ageLines(rows)
  expect(notes).toEqual(new Map([[3, note]]))
  expect(lines).toHaveLength(hasLine ? 1 : 0)
})
