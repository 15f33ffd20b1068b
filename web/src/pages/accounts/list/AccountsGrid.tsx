import { Button, Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { PageFoot } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { PAGE_SIZE } from '@/util/constants'
import { formatCounted } from '@/util/format'
import { PLATFORMS, type Platform } from '@/util/platform'
import { pageParameter, withParameters } from '@/util/url/urlParams'
import { useUrlParams } from '@/util/url/useUrlParams'
import { AccountCard, SelectableCard } from '@/pages/accounts/AccountCard'
import type { AccountsPage } from '@/pages/accounts/calls'
import type { Account } from '@/pages/accounts/model'
import type { Selection } from './PageActions'
import { useAccountsView } from '@/pages/accounts/useAccountsView'

type Props = {
  platform: Platform
  accounts: Pick<UseQueryResult<AccountsPage>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  mayManage: boolean
  /** Button that adds the first account. */
  addFirst: ReactNode
  /** Shows the accounts of a page, of which there is at least one. */
  children: (accounts: Account[]) => ReactNode
}

/** Shows the accounts of a page with the page buttons, or why there are none. */
export function AccountsList({ platform, accounts, mayManage, addFirst, children }: Props) {
  const { name, items } = PLATFORMS[platform]
  const { status, name: text, page, setPage } = useAccountsView()
  const { search } = useUrlParams()
  return (
    <QueryView query={accounts} loading={<GridSkeleton />}>
      {({ accounts: shown, total }) => {
        const pages = Math.ceil(total / PAGE_SIZE.accounts)
        if (shown.length > 0)
          return (
            <>
              {children(shown)}
              {pages > 1 && (
                <PageFoot
                  page={page}
                  pages={pages}
                  size={PAGE_SIZE.accounts}
                  total={total}
                  onChange={setPage}
                />
              )}
            </>
          )
        // The accounts of another search are not those of this one.
        if (accounts.isPlaceholderData) return <GridSkeleton />
        // The page in the URL does not exist, or no longer does.
        if (total > 0) {
          const last = withParameters(search, { page: pageParameter(pages) }).toString()
          return <Navigate to={{ search: last }} replace />
        }
        return status !== '' || text !== '' ? (
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
      }}
    </QueryView>
  )
}

const COLUMNS = { base: 1, sm: 2, lg: 3 }

type GridProps = {
  platform: Platform
  accounts: Account[]
  selection: Selection
  mayManage: boolean
  /** The accounts are those of another page, until this one has loaded. */
  waiting: boolean
}

export function AccountsGrid({ platform, accounts, selection, mayManage, waiting }: GridProps) {
  return (
    <SimpleGrid
      cols={COLUMNS}
      spacing="md"
      style={{ alignItems: 'start' }}
      aria-busy={waiting}
      opacity={waiting ? 0.5 : 1}
    >
      {accounts.map((account) =>
        selection.on ? (
          <SelectableCard
            key={account.id}
            platform={platform}
            account={account}
            selected={selection.has(account.id)}
            onToggle={() => selection.toggle(account)}
          />
        ) : (
          <AccountCard
            key={account.id}
            platform={platform}
            account={account}
            onSelect={mayManage ? () => selection.toggle(account) : undefined}
          />
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
        {formatCounted(count, 'account needs', 'accounts need')} attention; the others are hidden.
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
