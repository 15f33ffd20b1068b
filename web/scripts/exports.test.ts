import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../', import.meta.url)

/** Generated file: kept complete even if parts of it are unused. */
const GENERATED = 'src/api/schema.d.ts'
/** Imported as a whole by the test that compares it with the product's table. */
const NAMESPACE_IMPORT = /^import \* as \w+ from '(.+)'/gm

const EXPORT = /^export (?:async )?(?:const|function|class|type|let) (\w+)/gm
const IMPORT = /^import (?:type )?\{([^}]*)\}/gm
/** Matches a lazily loaded screen: `import('…').then((file) => file.Name)`. */
const LAZY = /\bfile\.(\w+)/g

test('every export is imported', () => {
  const files = globSync('{src,scripts}/**/*.{ts,tsx}', { cwd: web }).filter((path) => path !== GENERATED)
  const texts = files.map((path) => ({ path, text: readFileSync(new URL(path, web), 'utf8') }))
  const imported = new Set(
    texts.flatMap(({ text }) => [
      ...Array.from(text.matchAll(IMPORT), ([, names = '']) => names.split(',').map(nameOf)).flat(),
      ...Array.from(text.matchAll(LAZY), ([, name = '']) => name),
    ]),
  )
  const namespaces = texts.flatMap(({ text }) =>
    Array.from(text.matchAll(NAMESPACE_IMPORT), ([, from = '']) => from.replace('./', '')),
  )
  const dead = texts
    .filter(({ path }) => !namespaces.some((name) => path.endsWith(`/${name}.ts`)))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(EXPORT), ([, name = '']) => name)
        .filter((name) => !imported.has(name))
        .map((name) => `${path}: ${name}`),
    )
  expect(imported.size).toBeGreaterThan(100)
  expect(dead).toEqual([])
})

/** `type Props as Other` → `Props` */
function nameOf(specifier: string): string {
  return (
    specifier
      .trim()
      .replace(/^type /, '')
      .split(' as ')[0] ?? ''
  )
}
