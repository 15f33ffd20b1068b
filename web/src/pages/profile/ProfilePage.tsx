import {
  Button,
  SimpleGrid,
  Stack,
  Text,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { Fragment, useState } from 'react'
import { useSession } from '@/api/session'
import type { Schema } from '@/api/types'
import { ChangePasswordForm } from '@/components/forms/ChangePasswordForm'
import { SegmentedFilter } from '@/components/forms/SegmentedFilter'
import { PageHeader } from '@/components/layout/Page'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { applyFormats, DATE_LOCALES, FORMATS, NUMBER_LOCALES } from '@/util/locale'
import { roleOf } from '@/util/role'
import { toast } from '@/util/toast'
import classes from './ProfilePage.module.css'

/** Shows who is signed in, and changes what users change about themselves. */
export function ProfilePage() {
  const user = useSession()?.user
  if (!user) return null
  return (
    <>
      <PageHeader title="Profile" />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <Panel aria-label="Account">
            <PanelHeader title="Account" />
            <Details user={user} />
          </Panel>
          <Panel aria-label="Theme">
            <PanelHeader title="Theme" />
            <ThemeChoice />
          </Panel>
          <Panel aria-label="Formats">
            <PanelHeader title="Formats" />
            <FormatChoices />
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

const numberIn = (locale: string) => new Intl.NumberFormat(locale).format(1234.5)

const DATE = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' } as const
const dateIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, DATE).format(Date.UTC(2026, 10, 21, 14, 40))

/** Chooses how this browser shows numbers and dates. */
function FormatChoices() {
  const [{ numbers, dates }, choose] = useState(FORMATS)
  const unchanged = numbers === FORMATS.numbers && dates === FORMATS.dates
  const apply = () => {
    if (!applyFormats({ numbers, dates }))
      toast.error('This browser blocks storage, so the formats cannot be saved.')
  }
  return (
    <Stack gap="sm" align="flex-start">
      <FormatChoice
        label="Numbers"
        locales={NUMBER_LOCALES}
        example={numberIn}
        value={numbers}
        onChange={(next) => choose({ numbers: next, dates })}
      />
      <FormatChoice
        label="Dates and times"
        locales={DATE_LOCALES}
        example={dateIn}
        value={dates}
        onChange={(next) => choose({ numbers, dates: next })}
      />
      <Text fz="xs" c="dimmed">
        Fields in which you enter a day follow the language of the browser.
      </Text>
      <Button disabled={unchanged} onClick={apply}>
        Apply
      </Button>
    </Stack>
  )
}

type FormatChoiceProps<Locale> = {
  label: string
  locales: readonly Locale[]
  /** Returns the label of a choice. */
  example: (locale: Locale) => string
  value: Locale
  onChange: (locale: Locale) => void
}

function FormatChoice<Locale extends string>({
  label,
  locales,
  example,
  ...choice
}: FormatChoiceProps<Locale>) {
  return (
    <Stack gap={4} align="flex-start">
      <Text fz="sm" c="dimmed" aria-hidden>
        {label}
      </Text>
      <SegmentedFilter
        label={label}
        size="sm"
        options={locales.map((value) => ({ value, label: example(value) }))}
        {...choice}
      />
    </Stack>
  )
}

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedFilter label="Theme" size="sm" options={THEMES} value={colorScheme} onChange={setColorScheme} />
  )
}
