import { useSearchParams } from 'react-router'

/** The chosen group and the account whose items are open, kept in the address. */
export function useAccountsView() {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: number | undefined) =>
    setSearch((old) => {
      const next = new URLSearchParams(old)
      if (value === undefined) next.delete(name)
      else next.set(name, String(value))
      return next
    })
  return {
    groupId: parseId(search.get('group')),
    accountId: parseId(search.get('account')),
    pickGroup: (id: number) => setSearch({ group: String(id) }),
    leaveGroup: () => setSearch({}),
    openAccount: (id: number) => set('account', id),
    closeAccount: () => set('account', undefined),
  }
}

function parseId(text: string | null): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
