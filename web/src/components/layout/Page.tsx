import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatExact } from '@/util/format'
import { formatRange, pageWindow } from '@/util/pagination'
import classes from './Page.module.css'

type Props = {
  title: string
  before?: ReactNode
  badge?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}

/** Shows the screen's title on the left and its actions on the right. Also sets the browser tab's title. */
export function PageHeader({ title, before, badge, subtitle, actions }: Props) {
  useDocumentTitle(`${title} · Clipmeter`)
  return (
    <Group component="header" justify="space-between" align="flex-start" mb="lg" gap="md">
      <Group gap="sm" wrap="nowrap" align="center">
        {before}
        <Stack gap={4}>
          <Group gap="sm">
            <Title order={1} className={classes.title ?? ''}>
              {title}
            </Title>
            {badge}
          </Group>
          {subtitle && (
            <Text c="dimmed" fz="sm" component="div">
              {subtitle}
            </Text>
          )}
        </Stack>
      </Group>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Group>
  )
}

type PageFootProps = {
  page: number
  pages: number
  /** Number of entries per page, and in total. */
  size: number
  total: number
  onChange: (page: number) => void
}

/** Shows which entries of a list are displayed, and the page buttons. */
export function PageFoot({ page, pages, size, total, onChange }: PageFootProps) {
  return (
    <div className={classes.foot}>
      <span>{formatRange(page, size, total)}</span>
      {pages > 1 && <PageButtons page={page} pages={pages} onChange={onChange} />}
    </div>
  )
}

type PageButtonsProps = { page: number; pages: number; onChange: (page: number) => void }

/** Shows arrows, the first and the last page, and the pages near the current one. */
export function PageButtons({ page, pages, onChange }: PageButtonsProps) {
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
            aria-label={`Page ${formatExact(slot)}`}
            aria-current={slot === page ? 'page' : undefined}
            onClick={() => onChange(slot)}
          >
            {formatExact(slot)}
          </Button>
        ),
      )}
      <ActionIcon aria-label="Next page" disabled={page >= pages} onClick={() => onChange(page + 1)}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
