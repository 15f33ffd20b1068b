import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACTIONS } from '../src/pages/admin/audit/actions.ts'

/** The server's source file that lists the audit actions. */
const RECORDED = new URL('../../crates/db/src/audit/mod.rs', import.meta.url)

test('every audit action of the server has a label', () => {
  const codes = Array.from(
    readFileSync(RECORDED, 'utf8').matchAll(/=> "([a-z_]+\.[a-z_]+)"/g),
    ([, code]) => code,
  )
  expect(codes.length).toBeGreaterThan(20)
  expect(Object.keys(ACTIONS).toSorted()).toEqual(codes.toSorted())
})
