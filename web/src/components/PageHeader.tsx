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

/** Header of a screen: title on the left, actions on the right. Also sets the browser tab's title. */
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
