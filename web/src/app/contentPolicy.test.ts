import { expect, test } from 'vitest'
import { trustMarkupFreeText } from './contentPolicy'

test.each([
  [':root{--mantine-scale: 1;}', true],
  ['', true],
  ['<style>a{}</style>', false],
  ['<img src=x onerror=alert(1)>', false],
  ['a < b', false],
])('%j becomes markup: %j', (text, passes) => {
  const rules: Parameters<Parameters<typeof trustMarkupFreeText>[0]['createPolicy']>[1][] = []
  trustMarkupFreeText({
    createPolicy: (name, given) => {
      expect([name, Object.keys(given)]).toEqual(['default', ['createHTML']])
      rules.push(given)
    },
  })
  expect(rules[0]?.createHTML(text)).toBe(passes ? text : null)
})
