import { useMemo } from 'react'
import { useCurrencies } from '@/api/useCurrencies'
import { useIsAdmin } from '@/api/session'
import { HistoryFromUrl } from '@/charts/history/HistoryFromUrl'
import { openHistory, openPlatform } from '@/charts/history/historyUrl'
import type { HistoryItem } from '@/charts/history/item'
import { formatMoney } from '@/util/format'
import { DEFAULT_PLATFORM } from '@/util/platform'
import { useToday } from '@/util/time/usePeriod'
import { useUrlParams } from '@/util/url/useUrlParams'
import { contentColumns, currencyOf, openedPlatform } from './columns'
import { ContentSums } from './ContentSums'
import { ContentTable } from './ContentTable'
import { exportContent, exportedColumns, useContent, useContentTable } from './queries'
import { useContentScope } from './scope'
import { EVERYTHING, rowsIn, tableTitle, type ContentRow, type TableCode } from './tables'

/** Shows all items of a platform, or of all platforms. */
export function ContentTab({ table: code }: { table: TableCode }) {
  const { groupId } = useContentScope()
  const seesGroups = useIsAdmin() && groupId === undefined
  const { tracked, others } = useCurrencies(groupId)
  const columns = useMemo(
    () => contentColumns(code, { currencies: { tracked, others }, seesGroups }),
    [code, tracked, others, seesGroups],
  )
  const table = useContentTable(code, columns)
  const today = useToday()
  const { search } = useUrlParams()
  // Selected individually, so that polls without changes do not re-render.
  const { data, error, isPlaceholderData, refetch } = useContent(code, table.view, groupId)
  const page = useMemo(() => data && { ...data, rows: rowsIn(code, data) }, [code, data])
  const opened = page?.rows.find(({ id }) => id === openHistory(search))
  const currency = opened ? currencyOf(opened, { tracked, others }) : null
  return (
    <>
      <ContentTable
        code={code}
        label={tableTitle(code)}
        table={table}
        file={exportContent(code, table.view, today, groupId, exportedColumns(table.shown))}
        query={{ data: page, error, isPlaceholderData, refetch }}
        sums={<ContentSums table={code} view={table.view} groupId={groupId} currency={tracked} />}
        openedPlatform={(row) => openedPlatform(code, row)}
      />
      <HistoryFromUrl
        platform={opened?.platform ?? openPlatform(search) ?? (code === EVERYTHING ? DEFAULT_PLATFORM : code)}
        itemOf={() => opened && historyItem(opened, currency)}
        currency={currency}
      />
    </>
  )
}

function historyItem(row: ContentRow, currency: string | null): HistoryItem {
  const { account: username, date_posted: posted, cost } = row
  return { ...row, username, posted, money: cost == null ? undefined : formatMoney(cost, currency) }
}
