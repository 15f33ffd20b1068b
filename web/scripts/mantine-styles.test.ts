import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const web = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, web), 'utf8')

/** Returns what a file imports or exports from Mantine, by the names that Mantine gives. */
const namesIn = (text: string) =>
  Array.from(text.matchAll(/(?:import|export) \{([^}]*)\} from '@mantine\/core'/g)).flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.trim().replace(/^type | as .*$/g, '')),
  )

test('a component is found by the name that Mantine gives it', () => {
  const text = "import {\n  Tabs as MantineTabs,\n  type TabsProps,\n  Text,\n} from '@mantine/core'"
  expect(namesIn(text).filter((name) => name !== '')).toEqual(['Tabs', 'TabsProps', 'Text'])
})

test('every Mantine component in use has its styles imported', () => {
  const used = globSync('src/**/*.tsx', { cwd: web }).flatMap((path) => {
    const text = read(path)
    return namesIn(text).map((name) => ({ path, name, text }))
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
