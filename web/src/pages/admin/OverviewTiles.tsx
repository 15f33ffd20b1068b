import { SimpleGrid } from '@mantine/core'
import type { Schema } from '@/api/types'
import { StatTile } from '@/components/Panel'
import { formatExact } from '@/util/format'

export function OverviewTiles({ overview: { users, accounts } }: { overview: Schema<'AdminOverview'> }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatTile label="Total Users">{formatExact(users.total)}</StatTile>
      <StatTile label="Active Users">{formatExact(users.active)}</StatTile>
      <StatTile label="Instagram Accounts" platform="instagram">
        {formatExact(accounts.instagram)}
      </StatTile>
      <StatTile label="TikTok Accounts" platform="tiktok">
        {formatExact(accounts.tiktok)}
      </StatTile>
    </SimpleGrid>
  )
}
