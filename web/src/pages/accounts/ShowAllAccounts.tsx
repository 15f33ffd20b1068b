import { Button } from '@mantine/core'
import { useAccountsView } from './useAccountsView'

export function ShowAllAccounts() {
  const { showAll } = useAccountsView()
  return (
    <Button variant="default" size="xs" onClick={showAll}>
      Show all accounts
    </Button>
  )
}
