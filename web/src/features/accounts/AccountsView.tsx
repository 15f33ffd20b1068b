import { SimpleGrid, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { POLL } from '@/shared/constants/business'
import { PLATFORMS } from '@/shared/lib/platform'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { QueryView } from '@/shared/ui/QueryView'
import { AccountCard } from './AccountCard'
import { AccountsHeader } from './AccountsHeader'
import { AddAccountButton } from './AddAccountButton'
import { AddAccountDialog } from './AddAccountDialog'
import { ItemsDrawer } from './ItemsDrawer'
import type { PlatformAccounts } from './model'

type Props = { source: PlatformAccounts; groupId?: number }

/** The accounts of one group on one platform. */
export function AccountsView({ source, groupId }: Props) {
  const accounts = useQuery({ ...source.accounts(groupId), refetchInterval: POLL.accounts })
  const [adding, { open, close }] = useDisclosure(false)
  const { name, items } = PLATFORMS[source.platform]
  return (
    <>
      <AccountsHeader source={source} groupId={groupId} accounts={accounts.data} onAdd={open} />
      <QueryView query={accounts} loading={<Skeleton h={144} role="status" aria-label="Loading" />}>
        {(data) =>
          data.length === 0 ? (
            <Panel>
              <EmptyState
                title="No accounts yet"
                hint={`Add a public ${name} account; its ${items} and their numbers appear after the first scrape.`}
                action={<AddAccountButton onClick={open} />}
              />
            </Panel>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
              {data.map((account) => (
                <AccountCard key={account.id} source={source} account={account} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryView>
      <AddAccountDialog source={source} groupId={groupId} opened={adding} onClose={close} />
      <ItemsDrawer source={source} accounts={accounts.data} />
    </>
  )
}
