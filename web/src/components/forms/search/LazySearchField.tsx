import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { loadOnDemand } from '@/util/onDemand'
import type { SearchFieldProps } from './SearchField'

const search = loadOnDemand(() => import('./SearchField').then((file) => file.SearchField))

type Props = Pick<
  SearchFieldProps,
  'label' | 'words' | 'text' | 'found' | 'isChosen' | 'onChoose' | 'full' | 'describedBy' | 'className'
> & { inputRef: RefObject<HTMLInputElement | null> }

/** A search field whose list, a sixth of the first load, is loaded after the screen. What is typed until then is kept. */
export function LazySearchField(props: Props) {
  const { label, text, full, describedBy, className, inputRef } = props
  const loaded = search.useLoaded(true)
  const focused = useRef(false)
  useLayoutEffect(() => {
    if (loaded && focused.current) inputRef.current?.focus()
  }, [loaded, inputRef])
  if (loaded) return <search.Loaded {...props} />
  return (
    <TextInput
      ref={inputRef}
      className={className ?? ''}
      aria-label={label}
      aria-describedby={describedBy}
      placeholder={full ? '' : label}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
      value={text.text}
      readOnly={full}
      onChange={({ currentTarget }) => text.setText(currentTarget.value)}
      onFocus={() => {
        focused.current = true
      }}
      onBlur={() => {
        focused.current = false
      }}
    />
  )
}
