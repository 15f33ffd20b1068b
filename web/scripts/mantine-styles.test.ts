import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

test('every Mantine component in use has its styles imported', () => {
  const used = globSync('src/**/*.tsx', { cwd: web }).flatMap((path) => {
    const text = read(path)
    return Array.from(text.matchAll(/(?:import|export) \{([^}]*)\} from '@mantine\/core'/g))
      .flatMap((match) => (match[1] ?? '').split(',').map((name) => name.trim()))
      .map((name) => ({ path, name, text }))
  })
  const styled = used.filter(({ name }) =>
    existsSync(new URL(`node_modules/@mantine/core/styles/${name}.layer.css`, web)),
  )
  const everywhere = read('src/app/styles/mantine.css')
  expect(styled.length).toBeGreaterThan(0)
  expect(
    styled
      .filter(
        ({ name, text }) => !everywhere.includes(`/${name}.css'`) && !text.includes(`/${name}.layer.css'`),
      )
      .map(({ path, name }) => `${path}: ${name}`),
  ).toEqual([])
})
