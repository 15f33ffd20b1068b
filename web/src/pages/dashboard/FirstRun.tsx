import { Anchor, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { api, useGroups } from '@/api/client'
import { useIsAdmin } from '@/api/session'
import type { Schema } from '@/api/types'
import { useMayManage } from '@/api/useMayManage'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { POLL } from '@/util/constants'
import {
  DEFAULT_PLATFORM,
  listPlatforms,
  PLATFORM_CODES,
  PLATFORMS,
  SESSION_PLATFORMS,
  withSessions,
} from '@/util/platform'
import { Link } from '@/util/url/Link'
import { firstSteps, type Setup, type Step } from './firstSteps'
import classes from './FirstRun.module.css'

const NO_SESSIONS = withSessions(false)

const STEPS: Record<Step['key'], { title: string; hint: string; to?: string }> = {
  group: {
    title: 'Create a client group',
    hint: 'Accounts and users belong to a group.',
    to: '/admin/groups',
  },
  session: {
    title: `Add an ${SESSION_PLATFORMS} session`,
    hint: `${SESSION_PLATFORMS} shows little without a session; ${listPlatforms('and', NO_SESSIONS)} ${NO_SESSIONS.length === 1 ? 'needs' : 'need'} none.`,
    to: '/admin/sessions',
  },
  account: {
    title: 'Add an account',
    hint: `Any public ${listPlatforms('or')} account.`,
    to: `/${DEFAULT_PLATFORM}`,
  },
  scrape: {
    title: 'Get the first numbers',
    hint: 'They arrive about a minute after you add an account. Scrape All above starts an update now.',
  },
}

/** Checks off the steps of the setup automatically; hidden once there is data, and from users who may not add accounts. */
export function FirstRun({ stats }: { stats: Schema<'DashboardStats'> }) {
  const setup = useSetup(stats)
  const mayManage = useMayManage()
  if (setup === undefined || !mayManage) return null
  const steps = firstSteps(setup)
  if (steps.every(({ done }) => done)) return null
  const left = steps.filter(({ done }) => !done).length
  return (
    <Panel mb="md" aria-label="First steps">
      <PanelHeader
        title="First steps"
        actions={
          <Text fz="sm" c="dimmed">
            {steps.length - left} of {steps.length} done
          </Text>
        }
      />
      <ol className={classes.steps}>
        {steps.map(({ key, done }) => {
          const { title, hint, to } = STEPS[key]
          const Icon = done ? IconCircleCheckFilled : IconCircleDashed
          return (
            <li key={key} className={classes.step} data-done={done || undefined}>
              <Icon size={20} stroke={1.75} aria-label={done ? 'Done' : 'To do'} className={classes.icon} />
              <div>
                {to === undefined || done ? (
                  <span className={classes.title}>{title}</span>
                ) : (
                  <Anchor component={Link} to={to} className={classes.title ?? ''}>
                    {title}
                  </Anchor>
                )}
                <Text fz="xs" c="dimmed">
                  {hint}
                </Text>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

/**
 * Returns what has been set up; `undefined` while groups and sessions load. These are loaded only for admins and only while there
 * are no items.
 */
function useSetup({ accounts, content }: Schema<'DashboardStats'>): Setup | undefined {
  const items = PLATFORM_CODES.reduce((sum, platform) => sum + content[PLATFORMS[platform].content], 0)
  const enabled = useIsAdmin() && items === 0
  const groups = useGroups({ enabled }).data?.groups.length
  // Unlike the list of sessions, the pool contains no values, so reading it is not recorded in the audit log.
  const sessions = api.useQuery('get', '/api/scraping/pool', undefined, {
    enabled,
    refetchInterval: POLL.adminOverview,
  }).data?.summary.total
  const setup = { items, accounts }
  if (!enabled) return setup
  return groups === undefined || sessions === undefined ? undefined : { ...setup, groups, sessions }
}
