import { useMemo } from 'react'
import { useCurrencies, type Currencies } from '@/api/useCurrencies'
import { useIsAdmin } from '@/api/session'
import { HistoryDrawer } from '@/charts/history/HistoryDrawer'
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
      <HistoryDrawer
        platform={opened?.platform ?? openPlatform(search) ?? (code === EVERYTHING ? DEFAULT_PLATFORM : code)}
        itemOf={() => opened && historyItem(opened, { tracked, others })}
      />
    </>
  )
}

function historyItem(row: ContentRow, currencies: Currencies): HistoryItem {
  const { account: username, date_posted: posted, cost } = row
  const currency = currencyOf(row, currencies)
  return { ...row, username, posted, currency, money: cost == null ? undefined : formatMoney(cost, currency) }
}
