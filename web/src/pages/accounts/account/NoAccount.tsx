import { Button, Group } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { scope } from '@/api/client'
import { PageHeader } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView, Spinner } from '@/components/layout/QueryView'
import { accountPath } from '@/util/accountPaths'
import { PLATFORMS, profileUrl, type Platform } from '@/util/platform'
import { accountsOf } from '@/pages/accounts/calls'
import { useAccountsView } from '@/pages/accounts/useAccountsView'
import { Link } from '@/util/url/Link'

/** Leads from a username, of which lists know no ID, to the account's page. */
export function NamedAccount({ platform, username }: { platform: Platform; username: string }) {
  const { groupId } = useAccountsView()
  // Of all pages: a short username may be a part of many others.
  const query = useQuery(accountsOf(platform, { ...scope(groupId), search: username }))
  return (
    <QueryView query={query} loading={<Spinner />}>
      {({ accounts }) => {
        const account = accounts.find((one) => one.username === username)
        if (account === undefined) return <NoAccount platform={platform} username={username} />
        return <Navigate to={accountPath(platform, account.id)} replace />
      }}
    </QueryView>
  )
}

/** Takes the place of an account that does not exist, or that the user may not see. */
export function NoAccount({ platform, username }: { platform: Platform; username?: string }) {
  const { name, items, singles } = PLATFORMS[platform]
  return (
    <>
      <PageHeader title={name} />
      <Panel>
        <EmptyState
          title="Account not found"
          hint={`It may have been deleted or belong to another group${singles ? `, or only single ${items} of it are tracked` : ''}.`}
          action={
            <Group gap="sm" justify="center">
              <Button variant="default" component={Link} to={`/${platform}`}>
                All {name} accounts
              </Button>
              {username !== undefined && <OpenProfile platform={platform} username={username} />}
            </Group>
          }
        />
      </Panel>
    </>
  )
}

/** Opens the profile of an account on its platform. */
export function OpenProfile({ platform, username }: { platform: Platform; username: string }) {
  return (
    <Button
      variant="default"
      component="a"
      href={profileUrl(platform, username)}
      target="_blank"
      rel="noopener noreferrer"
      leftSection={<IconExternalLink size={16} stroke={1.75} />}
    >
      Open on {PLATFORMS[platform].name}
    </Button>
  )
}
