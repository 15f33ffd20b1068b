import { useState } from 'react'

/** Chosen text files and their contents, once read. */
export function useFileLists() {
  const [files, setFiles] = useState<File[]>([])
  const [texts, setTexts] = useState<ReadonlyMap<File, string>>(new Map())
  const choose = async (next: File[]) => {
    setFiles(next)
    const read = await Promise.all(next.map(async (file) => [file, await file.text()] as const))
    setTexts((known) => new Map([...known, ...read]))
  }
  return {
    files,
    choose,
    text: files.map((file) => texts.get(file) ?? '').join('\n'),
    clear: () => setFiles([]),
  }
}
