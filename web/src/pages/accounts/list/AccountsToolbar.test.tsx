import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useShape } from './AccountsToolbar'

function Shape({ accounts }: { accounts: number }) {
  return useShape(accounts).shape
}

test.each([
  ['"table"', 1, 'table'],
  ['"cards"', 100, 'cards'],
  ['""', 1, 'cards'],
  ['table', 1, 'cards'],
  ['"rows"', 100, 'table'],
  ['["cards"]', 100, 'table'],
])('if %s is stored, %i accounts are shown as %s', (stored, accounts, shape) => {
  localStorage.setItem('clipmeter.accounts', stored)
  // As if another tab had stored it.
  window.dispatchEvent(new StorageEvent('storage', { key: 'clipmeter.accounts' }))
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<Shape accounts={accounts} />))
  expect(place.textContent).toBe(shape)
  root.unmount()
})
