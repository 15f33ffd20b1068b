import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { formatExact } from '@/shared/lib/format'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { Pager } from './Pager'
import { useContentView } from './useContentView'
import { searchOf } from './view'

type Props = { total: number; pages: number; waiting: boolean; children: ReactNode }

/** What both tabs have around their table: the total above, pages below; dimmed while another page loads. */
export function ContentFrame({ total, pages, waiting, children }: Props) {
  const { tab, page } = useContentView()
  if (total === 0) {
    return (
      <Panel>
        <EmptyState title="Total: 0 items" hint="Items appear here as soon as an account was scraped." />
      </Panel>
    )
  }
  // The address names a page that is no longer there, or never was.
  if (page > pages) return <Navigate to={{ search: searchOf({ tab, page: pages }) }} replace />
  return (
    <>
      <Text fz="sm" c="dimmed" mb="sm">
        Total: {formatExact(total)} items
      </Text>
      <Box key={page} aria-busy={waiting} opacity={waiting ? 0.5 : 1}>
        {children}
      </Box>
      <Pager total={total} pages={pages} />
    </>
  )
}
