import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

const stylesOf = (name: string) => `import '@mantine/core/styles/${name}.layer.css'`

test('every Mantine component in use has its styles imported, by all screens or with its own file', () => {
  const used = globSync('src/**/*.tsx', { cwd: web })
    .map((path) => read(path))
    .flatMap((text) =>
      Array.from(text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
        .flatMap((match) => (match[1] ?? '').split(',').map((name) => name.trim()))
        .filter((name) => !text.includes(stylesOf(name))),
    )
    .filter((name) => existsSync(new URL(`node_modules/@mantine/core/styles/${name}.layer.css`, web)))
  const imported = read('src/app/styles/mantine.css')
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((name) => !imported.includes(stylesOf(name).replace('import', '@import')))).toEqual([])
})
