import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { TableView } from '@/table/tableView'

type Props = {
  view: TableView
  opened: boolean
  /** ID of the element that the button expands. */
  controls: string
  onClick: () => void
}

/** Expands the filters that a phone has no room for, and shows how many are set. */
export function FiltersButton({ view, opened, controls, onClick }: Props) {
  const set = [view.account, view.from || view.to, view.sort].filter(Boolean).length
  return (
    <Button
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} />}
      aria-expanded={opened}
      aria-controls={controls}
      onClick={onClick}
    >
      {set === 0 ? 'Filters' : `Filters (${set})`}
    </Button>
  )
}
