import { ActionIcon, SimpleGrid, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { ApiError } from '@/api/errors'
import { useIsAdmin } from '@/api/session'
import { useCurrencies } from '@/api/useCurrencies'
import { useMayManage } from '@/api/useMayManage'
import { HistoryFromUrl } from '@/charts/history/HistoryFromUrl'
import { openHistory } from '@/charts/history/historyUrl'
import { LiveBadge, ManagedBadge } from '@/components/values/Badges'
import { CompareLink } from '@/components/buttons/CompareLink'
import { CostRule } from '@/components/values/CostRule'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PanelHeader, StatTile } from '@/components/layout/Panel'
import { Avatar } from '@/components/values/Picture'
import { PeriodSelect } from '@/components/forms/PeriodSelect'
import { EmptyState, Outdated, QueryView, Spinner } from '@/components/layout/QueryView'
import { Change } from '@/components/values/Sum'
import { Count, Quantity, Unknown } from '@/components/values/Values'
import { useSort } from '@/table/sort'
import { POLL } from '@/util/constants'
import { capitalize, formatChange, formatMoney, formatSigned } from '@/util/format'
import { ITEM_SORTS } from '@/util/metrics/metrics'
import { describePeriod } from '@/util/time/period'
import { PLATFORMS, type Platform } from '@/util/platform'
import { PENDING } from '@/util/states'
import { idParameter, parseId, withParameters } from '@/util/url/urlParams'
import { usePeriod } from '@/util/time/usePeriod'
import { useUrlParams } from '@/util/url/useUrlParams'
import { DeleteAccount, ScrapeAccount } from '@/pages/accounts/AccountActions'
import { FormerNames, GapNote } from '@/pages/accounts/AccountCard'
import { AccountFreshness } from '@/pages/accounts/AccountFreshness'
import { AccountHistory } from './AccountHistory'
import { accountOf, itemsOf } from '@/pages/accounts/calls'
import { costUnknown, gainUnknown, useAccountsGains } from '@/pages/accounts/gains'
import { ItemsTable } from './ItemsTable'
import { wasRead, type Account } from '@/pages/accounts/model'
import { Link } from '@/util/url/Link'
import { NamedAccount, NoAccount, OpenProfile } from './NoAccount'

/** Returns the screen of one account of a platform. */
export const accountPageOf = (platform: Platform) =>
  function PlatformAccountPage() {
    const parameter = useParams()['id'] ?? ''
    if (parameter.startsWith('@')) return <NamedAccount platform={platform} username={parameter.slice(1)} />
    const id = parseId(parameter)
    return id === undefined ? (
      <NoAccount platform={platform} />
    ) : (
      <AccountPage key={id} platform={platform} id={id} />
    )
  }

function AccountPage({ platform, id }: { platform: Platform; id: number }) {
  const query = useQuery({
    ...accountOf(platform, id),
    refetchInterval: POLL.accounts,
    retry: isWorthRetrying,
  })
  if (query.error instanceof ApiError && query.error.status === 404) return <NoAccount platform={platform} />
  return (
    <QueryView query={query} loading={<Spinner />}>
      {(account) => <AccountDetails platform={platform} account={account} />}
    </QueryView>
  )
}

const RETRIES = 3
const isWorthRetrying = (count: number, error: Error) =>
  count < RETRIES && !(error instanceof ApiError && error.status === 404)

type Props = { platform: Platform; account: Account }

/** Shows everything about an account: its state, its numbers in a period, its history and its items. */
function AccountDetails({ platform, account }: Props) {
  const mayManage = useMayManage()
  const admin = useIsAdmin()
  const navigate = useNavigate()
  const { period } = usePeriod()
  const { name, items } = PLATFORMS[platform]
  const list = withParameters(new URLSearchParams(), { group: admin ? idParameter(account.group_id) : '' })
  const back = { pathname: `/${platform}`, search: list.toString() }
  return (
    <>
      <PageHeader
        title={`@${account.username}`}
        badge={<LiveBadge data={account} />}
        subtitle={<FormerNames of={account} />}
        before={
          <>
            <ActionIcon component={Link} to={back} aria-label={`Back to the ${name} accounts`}>
              <IconArrowLeft size={18} stroke={1.75} />
            </ActionIcon>
            <Avatar platform={platform} picture={account.picture} size={48} />
          </>
        }
        actions={
          <>
            <ManagedBadge of={account} />
            <CompareLink subject="accounts" ids={[account.id]} period={period} />
            <OpenProfile platform={platform} username={account.username} />
            {mayManage && (
              <>
                <ScrapeAccount platform={platform} account={account} />
                <DeleteAccount platform={platform} account={account} onDeleted={() => void navigate(back)} />
              </>
            )}
          </>
        }
      />
      <Panel mb="md" p="md" aria-label="Status">
        <AccountFreshness platform={platform} account={account} mayManage={mayManage} />
        <GapNote platform={platform} account={account} />
      </Panel>
      {wasRead(account) ? (
        <>
          <Numbers platform={platform} account={account} />
          <Panel mb="md" aria-label="History">
            <PanelHeader title="History" />
            <AccountHistory platform={platform} id={account.id} />
          </Panel>
          <Panel aria-label={`All ${items}`}>
            <PanelHeader title={capitalize(items)} />
            <ItemsTable platform={platform} accountId={account.id} />
          </Panel>
          <ItemHistory platform={platform} account={account} />
        </>
      ) : (
        <Panel>
          {account.status === PENDING ? (
            <EmptyState title={`No ${items} yet`} hint="They appear after the first update." />
          ) : (
            <EmptyState
              title={`No ${items} collected`}
              hint="They appear after the first successful update."
            />
          )}
        </Panel>
      )}
    </>
  )
}

/** Shows the totals of an account, and what it gained in a period with the cost. */
function Numbers({ platform, account }: Props) {
  const view = usePeriod()
  const { period } = view
  const gains = useAccountsGains(platform, account.group_id, period, [account])
  const gain = gains.data?.accounts.find(({ id }) => id === account.id)
  const {
    gained_views: gained,
    previous_gained_views: previous,
    cost,
    previous_cost: previousCost,
  } = gain ?? {}
  const money = (amount: number) => formatMoney(amount, gains.data?.currency ?? null)
  return (
    <Panel mb="md" aria-label="Numbers">
      <PanelHeader title="Numbers" actions={<PeriodSelect {...view} />} />
      <Outdated waiting={gains.isPlaceholderData}>
        <SimpleGrid cols={{ base: 2, md: 5 }} spacing="md">
          <StatTile label="Followers">
            {account.followers == null ? (
              <Unknown reason="The number of followers is not known" />
            ) : (
              <Count value={account.followers} />
            )}
          </StatTile>
          <StatTile label={capitalize(PLATFORMS[platform].items)}>
            <Quantity value={account.count} />
          </StatTile>
          <StatTile label="Views">
            <Count value={account.views} />
          </StatTile>
          <StatTile
            label="Views gained"
            note={
              period.previous &&
              gained != null &&
              previous != null && (
                <Change
                  now={gained}
                  previous={previous}
                  tip={`${formatSigned(previous)} before`}
                  format={formatChange}
                />
              )
            }
          >
            {gained == null ? (
              <Unknown reason={gainUnknown(gains.data)} />
            ) : (
              <span data-tip={`${formatSigned(gained)} views`}>{formatChange(gained)}</span>
            )}
          </StatTile>
          <StatTile
            label="Cost"
            note={
              period.previous &&
              cost != null &&
              previousCost != null && (
                <Change now={cost} previous={previousCost} tip={`${money(previousCost)} before`} neutral />
              )
            }
          >
            {cost == null ? <Unknown reason={costUnknown(gains.data, gain)} /> : money(cost)}
          </StatTile>
        </SimpleGrid>
      </Outdated>
      <Text fz="xs" c="dimmed" mt="sm">
        Gained and cost: {describePeriod(period)}
      </Text>
      {gains.data && <CostRule {...gains.data} />}
    </Panel>
  )
}

/** Shows the history of the item named in the URL. */
function ItemHistory({ platform, account }: Props) {
  const { sort } = useSort(ITEM_SORTS)
  const opened = openHistory(useUrlParams().search) !== undefined
  const { tracked: currency } = useCurrencies(account.group_id ?? undefined, { enabled: opened })
  // The table above reads the same, and polls.
  const { data } = useQuery({ ...itemsOf(platform, account.id, sort), staleTime: Infinity })
  return (
    <HistoryFromUrl
      platform={platform}
      keepsView
      itemOf={(id) => data?.items.find(({ collected }) => collected === id)}
      currency={currency}
    />
  )
}
