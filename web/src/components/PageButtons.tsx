import { ActionIcon, Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { pageWindow } from '@/util/pagination'
import classes from './PageButtons.module.css'

type Props = { page: number; pages: number; onChange: (page: number) => void }

/** Arrows, the first and the last page, and the pages near the current one. */
export function PageButtons({ page, pages, onChange }: Props) {
  return (
    <Group component="nav" aria-label="Pages" gap={4}>
      <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      {pageWindow(page, pages).map((slot, index) =>
        slot === 'gap' ? (
          // There are at most two gaps, and they have no state.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`gap ${index}`} className={classes.gap} aria-hidden>
            …
          </span>
        ) : (
          <Button
            key={slot}
            variant={slot === page ? 'filled' : 'default'}
            px={12}
            aria-label={`Page ${slot}`}
            aria-current={slot === page ? 'page' : undefined}
            onClick={() => onChange(slot)}
          >
            {slot}
          </Button>
        ),
      )}
      <ActionIcon aria-label="Next page" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
