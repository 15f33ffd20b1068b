// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test } from 'vitest'
import { session } from '@/api/session'
import type { Schema } from '@/api/types'
import { followed } from './followed'

const USER: Schema<'User'> = {
  id: 7,
  username: 'ann',
  email: 'ann@example.com',
  full_name: 'Ann',
  company_name: '',
  role: 'member',
  is_admin: false,
  is_group_admin: false,
  is_active: true,
  created_at: '2026-11-22T10:00:00Z',
}

beforeEach(() => session.start({ user: USER, token: 'token' }))
afterEach(() => session.end())

test('of two controls that follow the same runs, only the first ends them', () => {
  followed.set('tiktok account 3', ['a'])
  followed.set('tiktok account 4', ['b'])
  expect(followed.end('tiktok account 3')).toBe(true)
  expect(followed.end('tiktok account 3')).toBe(false)
  expect(followed.of('tiktok account 3')).toEqual([])
  expect(followed.of('tiktok account 4')).toEqual(['b'])
})

test('runs of a control that has started another scrape are ended once more', () => {
  followed.set('tiktok account 3', ['a'])
  followed.end('tiktok account 3')
  followed.set('tiktok account 3', ['b'])
  expect(followed.end('tiktok account 3')).toBe(true)
})

test('after signing out there are no runs to end', () => {
  followed.set('tiktok account 3', ['a'])
  session.end()
  expect(followed.end('tiktok account 3')).toBe(false)
})
