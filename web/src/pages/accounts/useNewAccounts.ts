import { useState } from 'react'
import type { Platform } from '@/util/platform'
import { useFileLists } from './useFileLists'
import { readUsername, readUsernames } from './usernames'

export const MODES = [
  { value: 'manual', label: 'Manual' },
  { value: 'paste', label: 'Paste List' },
  { value: 'file', label: 'Upload File' },
] as const

export type Mode = (typeof MODES)[number]['value']

/** State of the names to add, in any of the three input modes. */
export function useNewAccounts(platform: Platform) {
  const [mode, setMode] = useState<Mode>('manual')
  const [name, setName] = useState('')
  const [list, setList] = useState('')
  const lists = useFileLists()
  const usernames = {
    manual: () => [readUsername(platform, name)].filter((typed) => typed !== ''),
    paste: () => readUsernames(platform, list),
    file: () => readUsernames(platform, lists.text),
  }[mode]()
  return {
    mode,
    setMode,
    name,
    setName,
    list,
    setList,
    lists,
    usernames,
    clear: () => {
      setName('')
      setList('')
      lists.clear()
    },
  }
}

export type NewAccounts = ReturnType<typeof useNewAccounts>
