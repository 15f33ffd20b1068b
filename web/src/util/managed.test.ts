import { expect, test } from 'vitest'
import { managedReason } from './managed'

test('only what somebody else manages has a reason, and it says who', () => {
  expect(managedReason({ managed_by: 'argocd-controller' })).toBe(
    'Managed outside the dashboard (by argocd-controller): change it there',
  )
  expect(managedReason({ managed_by: null })).toBeUndefined()
  expect(managedReason({})).toBeUndefined()
})
