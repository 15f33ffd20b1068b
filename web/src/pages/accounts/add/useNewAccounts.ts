import { useState } from 'react'
import { readTyped, readUsernames } from '@/pages/accounts/usernames'
import type { Platform } from '@/util/platform'
import { separate } from './entries'

export const MODES = [
  { value: 'manual', label: 'Manual' },
  { value: 'paste', label: 'Paste List' },
  { value: 'file', label: 'Upload File' },
] as const

export type Mode = (typeof MODES)[number]['value']

/** Keeps the names to add, in any of the three input modes. */
export function useNewAccounts(platform: Platform) {
  const [mode, setMode] = useState<Mode>('manual')
  const [name, setName] = useState('')
  const [list, setList] = useState('')
  const lists = useFileLists()
  const entries = {
    manual: () => readTyped(platform, name),
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
    entries: separate(platform, entries),
    clear: () => {
      setName('')
      setList('')
      lists.clear()
    },
  }
}

export type NewAccounts = ReturnType<typeof useNewAccounts>

/** Keeps the chosen text files and their contents, once read: `null` if a file cannot be read, for example because it was deleted. */
function useFileLists() {
  const [files, setFiles] = useState<File[]>([])
  const [texts, setTexts] = useState<ReadonlyMap<File, string | null>>(new Map())
  const choose = async (next: File[]) => {
    setFiles(next)
    const read = await Promise.all(
      next.map(async (file) => [file, await file.text().catch(() => null)] as const),
    )
    setTexts((known) => new Map([...known, ...read]))
  }
  const unread = files.filter((file) => texts.get(file) === null)
  const names = unread.map(({ name }) => name).join(', ')
  return {
    files,
    choose,
    text: files.map((file) => texts.get(file) ?? '').join('\n'),
    error: names === '' ? undefined : `Could not read ${names}. Remove it, or choose it again.`,
    clear: () => setFiles([]),
  }
}
