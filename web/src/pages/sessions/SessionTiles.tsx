import { SimpleGrid } from '@mantine/core'
import { StatTile } from '@/components/Panel'
import { PAGE_SIZE } from '@/util/constants'
import { formatExact } from '@/util/format'
import type { SessionsPage } from './queries'

type Props = { page: number; pages: number; list: SessionsPage }

export function SessionTiles({ page, pages, list: { total, sessions } }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile label="Total Sessions">{formatExact(total)}</StatTile>
      <StatTile label="Active">{formatExact(total)}</StatTile>
      <StatTile label="Current Page">
        {page} / {pages}
      </StatTile>
      <StatTile label="Showing">{Math.min(PAGE_SIZE.sessions, sessions.length)} items</StatTile>
    </SimpleGrid>
  )
}
