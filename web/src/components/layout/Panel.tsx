import { Group, Paper, Title, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { PLATFORMS, platformColor, type Platform } from '@/util/platform'
import classes from './Panel.module.css'

type Props = PaperProps & { children: ReactNode; 'aria-label'?: string }

export function Panel({ children, className = '', ...rest }: Props) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      bg="var(--cm-surface)"
      className={`${classes.panel} ${className}`}
      {...rest}
    >
      {children}
    </Paper>
  )
}

type PanelHeaderProps = { title: string; platform?: Platform; actions?: ReactNode }

export function PanelHeader({ title, platform, actions }: PanelHeaderProps) {
  return (
    <Group justify="space-between" gap="sm" mb="md">
      <Group gap={10}>
        {platform && <PlatformMark platform={platform} />}
        <Title order={2}>{title}</Title>
      </Group>
      {actions}
    </Group>
  )
}

type StatTileProps = {
  label: string
  platform?: Platform
  /** Beside the label: the source of the number. */
  info?: ReactNode
  /** Below the number: a second number, a change, or its freshness. */
  note?: ReactNode
  children: ReactNode
}

export function StatTile({ label, platform, info, note, children }: StatTileProps) {
  return (
    <Panel p="md" aria-label={label}>
      <div className={classes.label}>
        {platform && <PlatformMark platform={platform} />}
        {label}
        {info}
      </div>
      <div className={classes.value}>{children}</div>
      {note && <div className={classes.note}>{note}</div>}
    </Panel>
  )
}

/** Shows a platform's icon in its color, placed beside its name. */
export function PlatformMark({ platform }: { platform: Platform }) {
  const { icon: Sign } = PLATFORMS[platform]
  return <Sign size={18} stroke={2} color={platformColor(platform)} aria-hidden className={classes.mark} />
}

/** Shows a platform's icon where its name is not beside it. */
export function PlatformIcon({ platform }: { platform: Platform }) {
  const { icon: Sign, name } = PLATFORMS[platform]
  return (
    <Sign size={14} stroke={2} color={platformColor(platform)} role="img" aria-label={name} data-tip={name} />
  )
}

export function PlatformName({ platform }: { platform: Platform }) {
  return (
    <span className={classes.name}>
      <PlatformMark platform={platform} />
      {PLATFORMS[platform].name}
    </span>
  )
}
