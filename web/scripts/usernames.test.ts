import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readUsername } from '../src/features/accounts/usernames'
import type { Platform } from '../src/shared/lib/platform'

type Case = { platform: Platform; typed: string; sent: string; username: string | null }

/** The API's tests hold the same table: what is sent means there what was typed here. */
const file = new URL('../../rules/cases/usernames.json', import.meta.url)
const cases: Case[] = JSON.parse(readFileSync(file, 'utf8'))

test.each(cases)('$platform: $typed is sent as $sent', ({ platform, typed, sent }) => {
  expect(readUsername(platform, typed)).toBe(sent)
})
