import { Anchor, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { PLATFORMS, type Platform } from '@/shared/lib/platform'
import { Count } from '@/shared/ui/Count'
import { Panel } from '@/shared/ui/Panel'
import { PlatformMark } from '@/shared/ui/PlatformMark'
import classes from './PlatformCard.module.css'

type Figure = { label: string; value: number }
type Props = { platform: Platform; views: number; figures: Figure[] }

/** A platform's totals: views first and loudest, the rest in one line. */
export function PlatformCard({ platform, views, figures }: Props) {
  const { name } = PLATFORMS[platform]
  return (
    <Panel aria-label={`${name} totals`}>
      <Group justify="space-between">
        <Group gap={10}>
          <PlatformMark platform={platform} />
          <Title order={2}>{name}</Title>
        </Group>
        <Anchor component={Link} to={`/${platform}`} fz="sm" aria-label={`${name} accounts`}>
          Accounts
        </Anchor>
      </Group>
      <dl className={classes.figures}>
        <div className={classes.views}>
          <dt>Views</dt>
          <dd>
            <Count value={views} />
          </dd>
        </div>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Count value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
