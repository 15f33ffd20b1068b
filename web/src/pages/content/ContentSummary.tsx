import { Button, Group, Text } from '@mantine/core'
import { isFiltered, type Filters } from '@/table/tableView'
import { formatExact } from '@/util/format'

type Props = { total: number; view: Filters; onClear: () => void }

/** Number of items in the table, with a button that clears the filters. */
export function ContentSummary({ total, view, onClear }: Props) {
  return (
    <Group gap="sm" mb="sm" mih={28}>
      <Text fz="sm" c="dimmed" role="status">
        Total: {formatExact(total)} items
      </Text>
      {isFiltered(view) && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  )
}
