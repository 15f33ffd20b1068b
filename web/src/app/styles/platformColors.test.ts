import { describe, expect, test } from 'vitest'
import lines from '@/charts/plot/lineColors.css?raw'
import { MAX_COMPARED } from '@/util/metrics/compare'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { contrast, difference, lightOf, seenWith, VISIONS, type Vision } from './colorVision'
import tokens from './tokens.css?raw'

/** WCAG 2.2, 1.4.11: contrast of graphics that carry meaning against their background. */
const GRAPHIC_CONTRAST = 3
/** Oklab hundredths: several times the visible threshold, so that thin bars and lines can be distinguished as well. */
const APART = 15

type Theme = 'light' | 'dark'

/** Returns the colors of the style variables whose names match, in one theme. */
function colorsOf(css: string, theme: Theme, name: string) {
  const block = new RegExp(`scheme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Array.from(block.matchAll(new RegExp(`--cm-${name}: (#[0-9a-f]{6});`, 'g')), ([, hex = '']) =>
    lightOf(hex),
  )
}

const PALETTES = {
  platforms: (theme: Theme) => PLATFORM_CODES.map((platform) => lightOf(PLATFORMS[platform].color[theme])),
  'compared lines': (theme: Theme) => colorsOf(lines, theme, 'line-\\d'),
}

test('contrast and color difference match reference values', () => {
  const [black, white, red] = ['#000000', '#ffffff', '#ff0000'].map(lightOf)
  if (!black || !white || !red) throw new Error('three colors')
  expect(contrast(black, white)).toBeCloseTo(21)
  expect(difference(black, white)).toBeCloseTo(100, 3)
  // Grays look the same to everyone; red and green look alike when one of the two cone types is missing.
  expect(difference(seenWith('protanopia', white), white)).toBeLessThan(0.1)
  const olive = lightOf('#8f7f00')
  expect(difference(seenWith('deuteranopia', red), seenWith('deuteranopia', olive))).toBeLessThan(
    difference(red, olive) / 2,
  )
})

test.each(['light', 'dark'] as const)('every compared line has a color in the %s theme', (theme) => {
  expect(PALETTES['compared lines'](theme)).toHaveLength(MAX_COMPARED)
})

const CASES = (['light', 'dark'] as const).flatMap((theme) =>
  Object.entries(PALETTES).map(([name, colors]) => ({ name, theme, colors: colors(theme) })),
)

describe.each(CASES)('the colors of $name in the $theme theme', ({ theme, colors }) => {
  const pairs = colors.flatMap((one, index) => colors.slice(index + 1).map((other) => [one, other] as const))

  test('have enough contrast with the panel', () => {
    const [surface] = colorsOf(tokens, theme, 'surface')
    if (surface === undefined) throw new Error(`tokens.css has no surface in ${theme}`)
    for (const color of colors) expect(contrast(color, surface)).toBeGreaterThanOrEqual(GRAPHIC_CONTRAST)
  })

  test('differ for every kind of color vision', () => {
    expect(pairs).not.toEqual([])
    for (const [one, other] of pairs) {
      expect(difference(one, other)).toBeGreaterThanOrEqual(APART)
      for (const vision of Object.keys(VISIONS) as Vision[])
        expect(difference(seenWith(vision, one), seenWith(vision, other))).toBeGreaterThanOrEqual(APART)
    }
  })
})
