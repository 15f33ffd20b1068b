import { Anchor, Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Schema } from '@/api/types'
import { Panel, PanelHeader } from '@/components/Panel'
import { firstSteps, type Step } from './firstSteps'
import { useSetup } from './useSetup'
import classes from './FirstRun.module.css'

const STEPS: Record<Step['key'], { title: string; hint: string; to?: string }> = {
  group: { title: 'Create a client group', hint: 'Accounts and users belong to one.', to: '/admin/groups' },
  session: {
    title: 'Add an Instagram session',
    hint: 'Instagram shows little without a session; TikTok needs none.',
    to: '/admin/sessions',
  },
  account: { title: 'Add an account', hint: 'Any public Instagram or TikTok account.', to: '/instagram' },
  scrape: {
    title: 'Scrape for the first time',
    hint: 'Use Scrape All above; later scrapes are scheduled automatically.',
  },
}

/** Setup checklist. Steps are checked off automatically; the list disappears once there is data. */
export function FirstRun({ stats }: { stats: Schema<'DashboardStats'> }) {
  const setup = useSetup(stats)
  if (setup === undefined) return null
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
