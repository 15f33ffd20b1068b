import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

test('every Mantine component in use has its styles imported', () => {
  const used = globSync('src/**/*.tsx', { cwd: web })
    .flatMap((path) => Array.from(read(path).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)))
    .flatMap((match) => (match[1] ?? '').split(',').map((name) => name.trim()))
    .filter((name) => existsSync(new URL(`node_modules/@mantine/core/styles/${name}.layer.css`, web)))
  const imported = read('src/app/styles/mantine.css')
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((name) => !imported.includes(`/${name}.layer.css`))).toEqual([])
})
