import {
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { Fragment } from 'react'
import { api } from '@/api/client'
import { useSession } from '@/api/session'
import type { Schema } from '@/api/types'
import { ChangePasswordForm } from '@/components/forms/ChangePasswordForm'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { roleOf } from '@/util/role'
import classes from './ProfilePage.module.css'

/** Shows who is signed in, and changes what users change about themselves. */
export function ProfilePage() {
  const known = useSession()?.user
  // An admin may have changed the name or the role since the sign-in.
  const { data } = api.useQuery('get', '/api/auth/me')
  const user = data?.user ?? known
  if (!user) return null
  return (
    <>
      <PageHeader title="Profile" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Stack gap="md">
          <Panel aria-label="Account">
            <PanelHeader title="Account" />
            <Details user={user} />
          </Panel>
          <Panel aria-label="Theme">
            <PanelHeader title="Theme" />
            <ThemeChoice />
          </Panel>
        </Stack>
        <Panel aria-label="Password">
          <PanelHeader title="Password" />
          <Text fz="sm" c="dimmed" mb="md">
            Changing it logs you out on all other devices.
          </Text>
          <ChangePasswordForm />
        </Panel>
      </SimpleGrid>
    </>
  )
}

function Details({ user }: { user: Schema<'User'> }) {
  const details = [
    ['Name', user.full_name],
    ['Username', user.username],
    ['Email', user.email],
    ['Group', user.group_name],
    ['Role', roleOf(user)],
  ]
  return (
    <dl className={classes.details}>
      {details.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

const THEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label="Theme"
      data={THEMES}
      value={colorScheme}
      onChange={(next) => setColorScheme(next as MantineColorScheme)}
    />
  )
}
