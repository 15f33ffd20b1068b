import { useAddress } from '@/shared/address/useAddress'
import { parseSort, withSort, type Sort } from './sort'

/** The order of a table that is kept in the address, beside all else that is there. `sorts` are the orders there are. */
export function useSort(sorts: readonly string[]) {
  const { search, change } = useAddress()
  return {
    sort: parseSort(search, sorts),
    setSort: (sort: Sort | undefined) => change((now) => withSort(now, sort)),
  }
}
