import { Button, Center, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HistoryLink } from '@/charts/history/HistoryLink'
import { useOpenHistory } from '@/charts/history/useOpenHistory'
import { AvailabilityBadge, KindIcon, LiveBadge, OutlierBadge } from '@/components/values/Badges'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { ExternalLink } from '@/components/values/Texts'
import { DateTime } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { ItemCaption } from '@/table/ItemCaption'
import { metricColumns } from '@/table/metricColumns'
import { NEWEST_FIRST, useSort } from '@/table/sort'
import { SortSelect } from '@/table/Toolbar'
import { PHONE_PAGE_SIZE, POLL } from '@/util/constants'
import { ITEM_SORTS } from '@/util/metrics/metrics'
import { capitalize } from '@/util/format'
import { countItems, PLATFORMS, byPlatform, type Platform } from '@/util/platform'
import { usePhone } from '@/util/usePhone'
import { itemsOf } from '@/pages/accounts/calls'
import type { Figures } from '@/pages/accounts/model'
import classes from './ItemsTable.module.css'

/** Rows rendered at a time: an account may have thousands of items, and rendering each row is expensive. */
const ROWS_AT_ONCE = 100

type Props = { platform: Platform; accountId: number }

/** Shows the items of an account, sorted as set in the URL. */
export function ItemsTable({ platform, accountId }: Props) {
  const { sort, setSort } = useSort(ITEM_SORTS)
  const query = useQuery({
    ...itemsOf(platform, accountId, sort),
    refetchInterval: POLL.items,
    placeholderData: keepPreviousData,
  })
  const size = usePhone() ? PHONE_PAGE_SIZE : ROWS_AT_ONCE
  const [pages, setPages] = useState(1)
  const shown = pages * size
  const { items: noun } = PLATFORMS[platform]
  const columns = ITEM_COLUMNS[platform]
  const openHistory = useOpenHistory()
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ items, total }) => (
        <div className={classes.items}>
          <Group mb="sm" gap="sm">
            <Text c="dimmed" fz="sm">
              Total: {countItems(platform, total)}
            </Text>
            <LiveBadge
              // Another order is no change.
              key={`${sort?.by} ${sort?.order}`}
              data={query.isPlaceholderData ? undefined : items}
            />
            <div className={classes.order}>
              <SortSelect columns={columns} usual="Newest first" sort={sort} onSort={setSort} />
            </div>
          </Group>
          {items.length === 0 ? (
            <EmptyState title={`No ${noun} yet`} hint="They appear after the first update." />
          ) : (
            <DataTable
              label={`Collected ${noun}`}
              columns={columns}
              rows={items.slice(0, shown)}
              rowKey={(item) => item.id}
              sort={sort}
              usual={NEWEST_FIRST}
              onSort={setSort}
              onOpen={({ id }) => openHistory(id)}
              view={`${sort?.by} ${sort?.order}`}
              waiting={query.isPlaceholderData}
            />
          )}
          {items.length > shown && (
            <Center mt="md">
              <Button variant="default" onClick={() => setPages(pages + 1)}>
                Show more {noun}
              </Button>
            </Center>
          )}
        </div>
      )}
    </QueryView>
  )
}

const itemCellOf =
  (platform: Platform) =>
  ({ url, name, collected, ...item }: Figures) => (
    <ItemCaption platform={platform} item={item}>
      <KindIcon kind={item.media_kind} /> <ExternalLink href={url}>{name}</ExternalLink>
      {collected != null && <HistoryLink id={collected} name={name} />} <AvailabilityBadge of={item} />{' '}
      <OutlierBadge views={item.views} usual={item.usual_views} />
    </ItemCaption>
  )

const POSTED: Column<Figures> = {
  title: 'Posted',
  sort: 'date',
  card: 'aside',
  numeric: true,
  quiet: true,
  wraps: true,
  cell: (item) => (item.posted ? <DateTime iso={item.posted} /> : 'N/A'),
}

function columnsOf(platform: Platform): Column<Figures>[] {
  const { item } = PLATFORMS[platform]
  return [
    { title: capitalize(item), card: 'text', cell: itemCellOf(platform) },
    ...metricColumns(platform),
    POSTED,
  ]
}

export const ITEM_COLUMNS = byPlatform(columnsOf)
