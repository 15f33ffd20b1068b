import { Button } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAddress } from '@/shared/address/useAddress'
import { withHistory } from '@/shared/history/address'
import type { Account } from './model'

/** Opens the history of an account in the place of its items. */
export function AccountHistoryLink({ account }: { account: Account }) {
  const { search } = useAddress()
  return (
    <Button
      component={Link}
      to={{ search: withHistory(search, { kind: 'account', id: account.id }).toString() }}
      preventScrollReset
      variant="default"
      leftSection={<IconChartLine size={16} stroke={1.75} />}
      aria-label={`History of @${account.username}`}
    >
      History
    </Button>
  )
}
