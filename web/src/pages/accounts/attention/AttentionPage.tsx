import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { useMayManage } from '@/api/useMayManage'
import { AccountLink } from '@/components/values/AccountLink'
import { AccountStatus } from '@/components/values/Badges'
import { PageHeader } from '@/components/layout/Page'
import { Panel } from '@/components/layout/Panel'
import { EmptyState, QueryView } from '@/components/layout/QueryView'
import { GroupSelect } from '@/components/forms/GroupSelect'
import { ExternalLink } from '@/components/values/Texts'
import { RelativeTime, Upcoming } from '@/components/values/Values'
import type { Column } from '@/table/column'
import { DataTable } from '@/table/DataTable'
import { useAttention } from '@/util/attention'
import { formatCounted, formatExact } from '@/util/format'
import { isPlatform, PLATFORMS } from '@/util/platform'
import { useGroupParam } from '@/util/url/useGroupParam'
import { Link } from '@/util/url/Link'
import { useUrlParams } from '@/util/url/useUrlParams'
import { DeleteAccount, ScrapeAccount } from '@/pages/accounts/AccountActions'
import { mayTryAgain } from '@/pages/accounts/accountTexts'
import { DeleteVideo } from '@/pages/accounts/videos/DeleteVideo'
import classes from './AttentionPage.module.css'

type Entry = Schema<'FailingEntry'>

/** Lists the accounts and videos whose last update failed, with the reason and what can be done. */
export function AttentionPage() {
  const admin = useIsAdmin()
  const { groupId, setGroup } = useGroupParam()
  const { search } = useUrlParams()
  const [platform, status] = [search.get('platform'), search.get('status')]
  const attention = useAttention(groupId)
  const mayManage = useMayManage()
  const columns = useMemo(() => columnsOf(admin, mayManage), [admin, mayManage])
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Needs attention"
        subtitle="Accounts and videos whose last update failed"
        actions={admin && <GroupSelect value={groupId} onChange={setGroup} />}
      />
      <QueryView query={attention} loading={<Skeleton h={240} role="status" aria-label="Loading" />}>
        {({ entries, total }) => {
          const shown = entries.filter(
            (entry) =>
              (!isPlatform(platform) || entry.platform === platform) && (!status || entry.status === status),
          )
          return shown.length === 0 ? (
            <Panel>
              {total === 0 ? (
                <EmptyState
                  title="Everything is up to date"
                  hint="Accounts whose update fails appear here."
                />
              ) : (
                <EmptyState
                  title={
                    total > entries.length
                      ? `Not among the first ${formatExact(entries.length)}`
                      : 'No failed update matches'
                  }
                  action={<ShowAll />}
                />
              )}
            </Panel>
          ) : (
            <>
              <Group gap="sm" mb="sm">
                <Text fz="sm" c="dimmed" role="status">
                  {shown.length < total
                    ? `Showing ${formatCounted(shown.length, 'entry', 'entries')} of ${formatExact(total)}`
                    : `Total: ${formatCounted(total, 'entry', 'entries')}`}
                </Text>
                {shown.length < entries.length && <ShowAll />}
              </Group>
              <DataTable
                label="Needs attention"
                columns={columns}
                rows={shown}
                rowKey={({ platform: code, kind, id }) => `${code} ${kind} ${id}`}
                onOpen={(entry) => void navigate(pathOf(entry))}
              />
            </>
          )
        }}
      </QueryView>
    </>
  )
}

function ShowAll() {
  return (
    <Button variant="default" size="xs" component={Link} to="/attention">
      Show all
    </Button>
  )
}

const GROUP: Column<Entry> = { title: 'Group', card: 'aside', cell: ({ group }) => group }

const ACTIONS: Column<Entry> = {
  title: 'Actions',
  card: 'foot',
  actions: true,
  cell: (entry) => <Actions entry={entry} />,
}

/** Updates an account that can be retried, and deletes what is tracked by mistake. */
function Actions({ entry }: { entry: Entry }) {
  const { platform, kind, id, name, items, status, group_id, managed_by } = entry
  const { singles } = PLATFORMS[platform]
  if (kind === 'account') {
    const account = { id, username: name, count: items, group_id, managed_by: managed_by ?? null }
    return (
      <>
        {mayTryAgain(status) && <ScrapeAccount platform={platform} account={account} />}
        <DeleteAccount platform={platform} account={account} />
      </>
    )
  }
  const video = { tracked_id: id, name, url: name, managed_by: managed_by ?? null }
  return singles && <DeleteVideo platform={platform} singles={singles} video={video} groupId={group_id} />
}

function columnsOf(admin: boolean, mayManage: boolean): Column<Entry>[] {
  return [
    { title: 'Account or video', card: 'heading', cell: (entry) => <Name entry={entry} /> },
    { title: 'Platform', card: 'aside', quiet: true, cell: ({ platform }) => PLATFORMS[platform].name },
    ...(admin ? [GROUP] : []),
    {
      title: 'Reason',
      card: 'text',
      cell: ({ status, status_text: text }) => (
        <div className={classes.reason}>
          <AccountStatus status={status} text={text} />
        </div>
      ),
    },
    {
      title: 'Last updated',
      card: 'foot',
      quiet: true,
      cell: ({ last_scraped: at }) => (at == null ? 'Never' : <RelativeTime iso={at} />),
    },
    {
      title: 'Next update',
      card: 'foot',
      quiet: true,
      cell: ({ next_scrape: at }) => (at == null ? 'After an admin’s decision' : <Upcoming iso={at} />),
    },
    ...(mayManage ? [ACTIONS] : []),
  ]
}

/** Returns the address of the page where something can be done: that of the account, or the list of single videos. */
function pathOf({ platform, kind, id, group_id: group }: Entry): string {
  return kind === 'account' ? `/${platform}/${id}` : `/${platform}?group=${group}&view=videos`
}

function Name({ entry }: { entry: Entry }) {
  const { kind, name, platform } = entry
  if (kind === 'account') return <AccountLink platform={platform} username={name} to={pathOf(entry)} />
  return (
    <>
      <Link to={pathOf(entry)} className={classes.link ?? ''}>
        Single video
      </Link>{' '}
      <span className={classes.address}>
        <ExternalLink href={name}>{name}</ExternalLink>
      </span>
    </>
  )
}
