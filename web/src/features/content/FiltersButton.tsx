import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { TableView } from '@/shared/table/tableView'

type Props = {
  view: TableView
  opened: boolean
  /** The id of what it opens. */
  controls: string
  onClick: () => void
}

/** Opens what a phone has no room to show all the time, and says how much of it is set. */
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
