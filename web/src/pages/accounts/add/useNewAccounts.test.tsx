import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNewAccounts } from './useNewAccounts'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

function Names({ files }: { files: File[] }) {
  const { lists, setMode, entries } = useNewAccounts('instagram')
  const choose = () => {
    setMode('file')
    void lists.choose(files)
  }
  return (
    <button type="button" onClick={choose}>
      {`${entries.usernames.join(' ')}: ${lists.error ?? 'all read'}`}
    </button>
  )
}

test('a file that cannot be read is named, and the names of the others are kept', async () => {
  const lost = Object.assign(new File([], 'lost.txt'), {
    text: () => Promise.reject(new DOMException('The file is gone', 'NotReadableError')),
  })
  const place = document.createElement('div')
  const root = createRoot(place)
  const choose = async (files: File[]) => {
    act(() => root.render(<Names files={files} />))
    await act(async () => place.querySelector('button')?.click())
    return place.textContent
  }
  const first = new File(['from.first\n'], 'first.txt')
  const partly = 'from.first: Could not read lost.txt. Remove it, or choose it again.'
  await vi.waitFor(async () => expect(await choose([lost, first])).toBe(partly))
  expect(await choose([first])).toBe('from.first: all read')
  act(() => root.unmount())
})
