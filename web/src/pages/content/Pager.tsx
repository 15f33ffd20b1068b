import { Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import { formatRange } from '@/util/pagination'

/** Width of `Page` and `of` with their spaces, in any common font. */
const LABEL_WIDTH = '4.25em'

type Props = { page: number; pages: number; total: number; onChange: (page: number) => void }

/** Previous, current page, Next. Rendered only when there is more than one page. */
export function Pager({ page, pages, total, onChange }: Props) {
  if (pages <= 1) return null
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" mt="md">
      <Text fz="sm" c="dimmed">
        {formatRange(page, PAGE_SIZE.allContent, total)}
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} />}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        >
          Previous
        </Button>
        <Text
          fz="sm"
          component="span"
          aria-current="page"
          // As wide as on the last page, so that the buttons beside it do not move.
          miw={`calc(${2 * formatExact(pages).length}ch + ${LABEL_WIDTH})`}
        >
          {`Page ${formatExact(page)} of ${formatExact(pages)}`}
        </Text>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} />}
          disabled={page >= pages}
          onClick={() => onChange(page + 1)}
        >
          Next
        </Button>
      </Group>
    </Group>
  )
}
