import { Text } from '@mantine/core'
import { hiddenNote, managedNote } from '@/pages/accounts/accountTexts'
import type { Selection } from './PageActions'

type Props = {
  selection: Selection
  /** Whether there are more pages. */
  paged: boolean
}

/** Shows, during a selection, which selected accounts are not on screen, and how many of those on screen cannot be selected. */
export function SelectionNotices({ selection: { selected, hidden, managed }, paged }: Props) {
  const notes = [hiddenNote(selected.length, hidden), managedNote(managed, paged)].filter(Boolean)
  return notes.map((note) => (
    <Text key={note} fz="sm" c="dimmed" mb="md" role="status">
      {note}
    </Text>
  ))
}
