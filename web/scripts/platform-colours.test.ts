import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, difference, lightOf, seenWith, VISIONS, type Vision } from './colour-vision.ts'

/** WCAG 2.2, 1.4.11: contrast of graphics that carry meaning against their background. */
const GRAPHIC_CONTRAST = 3
/** Oklab hundredths: several times the visible threshold, so that thin bars can be distinguished as well. */
const APART = 15

const tokens = readFileSync(new URL('../src/app/styles/tokens.css', import.meta.url), 'utf8')

function colour(theme: string, name: string) {
  const block = new RegExp(`scheme='${theme}'\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? ''
  const hex = new RegExp(`--cm-${name}: (#[0-9a-f]{6});`).exec(block)?.[1]
  if (hex === undefined) throw new Error(`tokens.css has no ${name} in ${theme}`)
  return lightOf(hex)
}

test('contrast and color difference match reference values', () => {
  const [black, white, red] = ['#000000', '#ffffff', '#ff0000'].map(lightOf)
  if (!black || !white || !red) throw new Error('three colours')
  expect(contrast(black, white)).toBeCloseTo(21)
  expect(difference(black, white)).toBeCloseTo(100, 3)
  // Grays look the same to everyone; red and green look alike when one of the two cone types is missing.
  expect(difference(seenWith('protanopia', white), white)).toBeLessThan(0.1)
  const olive = lightOf('#8f7f00')
  expect(difference(seenWith('deuteranopia', red), seenWith('deuteranopia', olive))).toBeLessThan(
    difference(red, olive) / 2,
  )
})

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  const [instagram, tiktok, surface] = [
    colour(theme, 'instagram'),
    colour(theme, 'tiktok'),
    colour(theme, 'surface'),
  ]

  test('platform colors contrast with the panel', () => {
    expect(contrast(instagram, surface)).toBeGreaterThanOrEqual(GRAPHIC_CONTRAST)
    expect(contrast(tiktok, surface)).toBeGreaterThanOrEqual(GRAPHIC_CONTRAST)
  })

  test('platform colors differ for every kind of color vision', () => {
    expect(difference(instagram, tiktok)).toBeGreaterThanOrEqual(APART)
    for (const vision of Object.keys(VISIONS) as Vision[])
      expect(difference(seenWith(vision, instagram), seenWith(vision, tiktok))).toBeGreaterThanOrEqual(APART)
  })
})
