import { Button, Center, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, QueryView, Spinner } from '@/components/QueryView'
import { LiveBadge } from '@/components/Badges'
import { DataTable } from '@/table/DataTable'
import { NEWEST_FIRST, useSort } from '@/table/sort'
import { SortSelect } from '@/table/Toolbar'
import { POLL } from '@/util/constants'
import { countItems, PLATFORMS } from '@/util/platform'
import { columnsOf } from './itemColumns'
import type { PlatformAccounts } from './model'
import { SORTS } from './sorts'
import classes from './ItemsTable.module.css'

/** Rows rendered at a time: an account may have thousands of items, and rendering each row is expensive. */
const ROWS_AT_ONCE = 100

type Props = { source: PlatformAccounts; accountId: number }

/** The items of an account, sorted as set in the URL. */
export function ItemsTable({ source, accountId }: Props) {
  const { sort, setSort } = useSort(SORTS)
  const query = useQuery({
    ...source.items(accountId, sort),
    refetchInterval: POLL.items,
    placeholderData: keepPreviousData,
  })
  const [shown, setShown] = useState(ROWS_AT_ONCE)
  const { platform } = source
  const { items: noun } = PLATFORMS[platform]
  const columns = columnsOf(platform)
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ items, total }) => (
        <div className={classes.items}>
          <Group mb="sm" gap="sm">
            <Text c="dimmed" fz="sm">
              Total: {countItems(platform, total)}
            </Text>
            <LiveBadge data={items} />
            <div className={classes.order}>
              <SortSelect columns={columns} usual="Newest first" sort={sort} onSort={setSort} />
            </div>
          </Group>
          {items.length === 0 ? (
            <EmptyState title={`No ${noun} yet`} hint="They appear after a successful scrape." />
          ) : (
            <DataTable
              label={`Collected ${noun}`}
              columns={columns}
              rows={items.slice(0, shown)}
              rowKey={(item) => item.id}
              sort={sort}
              usual={NEWEST_FIRST}
              onSort={setSort}
              view={`${sort?.by} ${sort?.order}`}
              waiting={query.isPlaceholderData}
            />
          )}
          {items.length > shown && (
            <Center mt="md">
              <Button variant="default" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
                Show more {noun}
              </Button>
            </Center>
          )}
        </div>
      )}
    </QueryView>
  )
}
