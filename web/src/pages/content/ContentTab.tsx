import { useMemo } from 'react'
import { useCurrency } from '@/api/useCurrency'
import { itemIdOf, itemsIn } from '@/api/fields'
import { useIsAdmin } from '@/api/session'
import type { HistoryItem } from '@/charts/history/item'
import { HistoryDrawer } from '@/charts/history/HistoryDrawer'
import { itemsTitle, type Platform } from '@/util/platform'
import { useToday } from '@/util/time/usePeriod'
import { contentColumns, type ContentRow } from './columns'
import { ContentSums } from './ContentSums'
import { ContentTable } from './ContentTable'
import { useContentScope } from './scope'
import { exportContent, exportedColumns, useContent, useContentTable } from './queries'

/** Shows all items of a platform. */
export function ContentTab({ platform }: { platform: Platform }) {
  const { groupId } = useContentScope()
  const seesGroups = useIsAdmin() && groupId === undefined
  const currency = useCurrency()
  const columns = useMemo(
    () => contentColumns(platform, { currency, seesGroups }),
    [platform, currency, seesGroups],
  )
  const table = useContentTable(platform, columns)
  const today = useToday()
  // Selected individually, so that polls without changes do not re-render.
  const { data, error, isPlaceholderData, refetch } = useContent(platform, table.view, groupId)
  const page = data && { ...data, rows: itemsIn<ContentRow>(platform, data) }
  return (
    <>
      <ContentTable
        label={itemsTitle(platform)}
        table={table}
        file={exportContent(platform, table.view, today, groupId, exportedColumns(table.shown))}
        query={{ data: page, error, isPlaceholderData, refetch }}
        sums={<ContentSums platform={platform} view={table.view} groupId={groupId} currency={currency} />}
      />
      <HistoryDrawer platform={platform} itemOf={(id) => page && historyItem(platform, page.rows, id)} />
    </>
  )
}

function historyItem(platform: Platform, rows: ContentRow[], id: number): HistoryItem | undefined {
  const row = rows.find((other) => other.id === id)
  return row && { ...row, name: itemIdOf(platform, row), username: row.account, posted: row.date_posted }
}
