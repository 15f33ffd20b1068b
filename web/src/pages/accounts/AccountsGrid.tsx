import { Button, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '@/components/Panel'
import { EmptyState, QueryView } from '@/components/QueryView'
import { PLATFORMS, type Platform } from '@/util/platform'
import { AccountCard, SelectableCard } from './AccountCard'
import { byFailure } from './accountRows'
import type { Account } from './model'
import type { Selection } from './PageActions'
import { useAccountsView } from './useAccountsView'

type Props = {
  platform: Platform
  accounts: Pick<UseQueryResult<Account[]>, 'data' | 'error' | 'refetch'>
  mayManage: boolean
  /** Button that adds the first account. */
  addFirst: ReactNode
  /** Shows the accounts, of which there is at least one. */
  children: (accounts: Account[]) => ReactNode
}

/** Shows the accounts, or why there are none. */
export function AccountsList({ platform, accounts, mayManage, addFirst, children }: Props) {
  const { name, items } = PLATFORMS[platform]
  const { status, name: text } = useAccountsView()
  return (
    <QueryView query={accounts} loading={<GridSkeleton />}>
      {(data) =>
        data.length > 0 ? (
          children(data)
        ) : status !== '' || text !== '' ? (
          <Panel>
            <EmptyState
              title={status === '' ? 'No accounts with this name' : 'No accounts with this status'}
              action={<ShowAllAccounts />}
            />
          </Panel>
        ) : (
          <Panel>
            <EmptyState
              title="No accounts yet"
              hint={
                mayManage
                  ? `Add a public ${name} account. Its ${items} and numbers appear after the first update.`
                  : 'Only your group’s admins can add accounts.'
              }
              action={addFirst}
            />
          </Panel>
        )
      }
    </QueryView>
  )
}

const COLUMNS = { base: 1, sm: 2, lg: 3 }

type GridProps = { platform: Platform; accounts: Account[]; selection: Selection; mayManage: boolean }

export function AccountsGrid({ platform, accounts, selection, mayManage }: GridProps) {
  return (
    <SimpleGrid cols={COLUMNS} spacing="md" style={{ alignItems: 'start' }}>
      {accounts
        .toSorted(byFailure)
        .map((account) =>
          selection.on ? (
            <SelectableCard
              key={account.id}
              platform={platform}
              account={account}
              selected={selection.has(account.id)}
              onToggle={() => selection.toggle(account.id)}
            />
          ) : (
            <AccountCard key={account.id} platform={platform} account={account} mayManage={mayManage} />
          ),
        )}
    </SimpleGrid>
  )
}

function GridSkeleton() {
  return (
    <SimpleGrid cols={COLUMNS} spacing="md" role="status" aria-label="Loading">
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} h={144} radius="lg" />
      ))}
    </SimpleGrid>
  )
}

/** Shows that only accounts with one status are on screen. */
export function StatusNotice({ count }: { count: number }) {
  return (
    <Group gap="sm" mb="md">
      <Text fz="sm" c="dimmed">
        {count === 1 ? '1 account needs' : `${count} accounts need`} attention; the others are hidden.
      </Text>
      <ShowAllAccounts />
    </Group>
  )
}

function ShowAllAccounts() {
  const { showAll } = useAccountsView()
  return (
    <Button variant="default" size="xs" onClick={showAll}>
      Show all accounts
    </Button>
  )
}
