import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { DeleteSelected } from './DeleteSelected'
import type { PlatformAccounts } from './model'
import type { Selection } from './useSelection'

type Props = { source: PlatformAccounts; groupId: number | undefined; selection: Selection }

/** Actions available during a selection. */
export function SelectionActions({ source, groupId, selection }: Props) {
  const [confirming, { open, close }] = useDisclosure(false)
  const { selected, allSelected, managed, selectAll, deselectAll, end } = selection
  return (
    <>
      <Button variant="default" onClick={allSelected ? deselectAll : selectAll}>
        {allSelected ? 'Deselect All' : 'Select All'}
      </Button>
      <Button
        color="red.9"
        leftSection={<IconTrash size={16} stroke={1.75} />}
        disabled={selected.length === 0}
        onClick={open}
      >
        Delete ({selected.length})
      </Button>
      <Button variant="default" onClick={end}>
        Cancel
      </Button>
      <DeleteSelected
        source={source}
        groupId={groupId}
        accounts={selected}
        staying={allSelected ? managed : 0}
        opened={confirming}
        onClose={close}
        onDeleted={end}
      />
    </>
  )
}
