import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

type Props = {
  title: string
  before?: ReactNode
  badge?: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
}

/** The top of a screen: what it is on the left, what can be done on the right. Names the browser tab too. */
export function PageHeader({ title, before, badge, subtitle, actions }: Props) {
  useDocumentTitle(`${title} · Clipmeter`)
  return (
    <Group component="header" justify="space-between" align="flex-start" mb="lg" gap="md">
      <Group gap="sm" wrap="nowrap" align="center">
        {before}
        <Stack gap={4}>
          <Group gap="sm">
            <Title order={1}>{title}</Title>
            {badge}
          </Group>
          {subtitle && (
            <Text c="dimmed" fz="sm" component="div">
              {subtitle}
            </Text>
          )}
        </Stack>
      </Group>
      {actions && <div className={classes.actions}>{actions}</div>}
    </Group>
  )
}
