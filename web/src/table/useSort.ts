import { useAddress } from '@/util/useAddress'
import { parseSort, withSort, type Sort } from './sort'

/** Sort order of a table, stored in the URL beside other parameters. `sorts` are the valid sort keys. */
export function useSort(sorts: readonly string[]) {
  const { search, change } = useAddress()
  return {
    sort: parseSort(search, sorts),
    setSort: (sort: Sort | undefined) => change((now) => withSort(now, sort)),
  }
}
