import { Button } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { historyLink } from '@/charts/historyUrl'
import type { Account } from './model'

/** Replaces the account's items with its history. */
export function AccountHistoryLink({ account }: { account: Account }) {
  const { search } = useLocation()
  return (
    <Button
      component={Link}
      to={historyLink(search, { kind: 'account', id: account.id })}
      preventScrollReset
      variant="default"
      leftSection={<IconChartLine size={16} stroke={1.75} />}
      aria-label={`History of @${account.username}`}
    >
      History
    </Button>
  )
}
