import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { DELAY } from '@/util/constants'

/** Keeps the text of a search field, and that of the last search, which follows when typing pauses. */
export function useSearchText(initial = '') {
  const [text, setText] = useState(initial)
  const [searched, , { flush }] = useDebouncedValue(text, DELAY.typing)
  return {
    text,
    setText: (next: string) => setText(next),
    searched: searched.trim(),
    isSearched: searched === text,
    search: flush,
  }
}

export type SearchText = ReturnType<typeof useSearchText>
