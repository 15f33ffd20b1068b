import { Button, Checkbox, NumberInput, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { useIntervals, useSettings } from '@/api/settings'
import type { Schema } from '@/api/types'
import { CostFields } from '@/components/forms/CostFields'
import { CurrencyField } from '@/components/forms/CurrencyField'
import { IntervalFields, INTERVALS_HINT } from '@/components/forms/IntervalFields'
import { TimeZoneField } from '@/components/forms/TimeZoneField'
import { Panel, PanelHeader } from '@/components/layout/Panel'
import { QueryView, Spinner } from '@/components/layout/QueryView'
import { useDaysPending, useReloadSettings } from '@/pages/admin/queries'
import { formatCounted, formatExact } from '@/util/format'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { daysPendingText } from '@/util/time/timeZone'
import { toast } from '@/util/toast'
import { bodiesOf, formOf, type SettingsForm } from './settingsForm'
import { useSettingsForm } from './useSettingsForm'
import classes from './SettingsTab.module.css'

/** Edits all settings of the platform. */
export function SettingsTab() {
  const settings = useSettings()
  const intervals = useIntervals()
  return (
    <QueryView query={settings} loading={<Spinner />}>
      {(stored) => (
        <QueryView query={intervals} loading={<Spinner />}>
          {(minutes) => <Settings settings={stored} intervals={minutes} />}
        </QueryView>
      )}
    </QueryView>
  )
}

type SettingsProps = { settings: Schema<'PlatformSettings'>; intervals: Schema<'Intervals'> }

function Settings({ settings, intervals }: SettingsProps) {
  const { form, isChanged, changesOf, onSaved } = useSettingsForm(settings, intervals)
  const { save, busy } = useSaveSettings(changesOf, onSaved)
  return (
    <form
      className={classes.form}
      onSubmit={form.onSubmit(
        (values) => save(values),
        // The form is longer than the screen.
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
      noValidate
    >
      <Sections form={form} />
      <div className={classes.actions}>
        {isChanged && (
          <Button variant="default" onClick={form.reset}>
            Discard changes
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}

type SettingsEdit = ReturnType<typeof useSettingsForm>

/** Saves the changed values and shows a toast. */
function useSaveSettings(changesOf: SettingsEdit['changesOf'], onSaved: SettingsEdit['onSaved']) {
  const reload = useReloadSettings()
  const { mutate, isPending } = useMutation({
    mutationFn: async (values: SettingsForm) => {
      const withChanges = changesOf(values)
      // Another admin may have changed the others since they were read.
      const [stored, intervals] = await Promise.all([
        result(client.GET('/api/admin/settings')),
        result(client.GET('/api/scraping/intervals')),
      ])
      const bodies = bodiesOf(withChanges(formOf(stored, intervals)), intervals)
      if (bodies === undefined) return
      await result(client.PUT('/api/admin/settings', { body: bodies.settings }))
      if (bodies.intervals) await result(client.PUT('/api/scraping/intervals', { body: bodies.intervals }))
    },
    onSuccess: (_, values) => {
      onSaved(values)
      toast.success(ADMIN_SUCCESS.settingsUpdated)
      return reload()
    },
    onError: (error) => {
      toast.error(errorMessage(error, ADMIN_ERROR.updateSettings))
      // Part of it may have been saved.
      return reload()
    },
  })
  return { save: mutate, busy: isPending }
}

function Sections({ form }: { form: UseFormReturnType<SettingsForm> }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md">
        <Section title="Cost">
          <CostFields form={form} />
          <CurrencyField blank="none" {...form.getInputProps('currency')} />
        </Section>
        <Section title="Visibility">
          <Radio.Group
            label="All Content Data shows"
            description="Users only ever see their own group's accounts and members"
            {...form.getInputProps('content_visibility')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="all" label="All groups' content" />
              <Radio value="group" label="Only the user's own group's content" />
            </Stack>
          </Radio.Group>
        </Section>
        <Section title="Days">
          <TimeZoneField
            description="Days of charts, periods, and statements begin at midnight in this time zone. A group can have a time zone of its own."
            value={form.values.time_zone || undefined}
            onChange={(zone) => form.setFieldValue('time_zone', zone ?? '')}
            data-path="time_zone"
          >
            <PendingDays />
          </TimeZoneField>
        </Section>
      </Stack>
      <Stack gap="md">
        <Section title="Scraping intervals">
          <Text fz="sm" c="dimmed">
            {INTERVALS_HINT}
          </Text>
          <IntervalFields getInputProps={(platform) => form.getInputProps(`intervals.${platform}`)} />
        </Section>
        <Section title="Collected data">
          <CollectionFields form={form} />
        </Section>
        <Section title="Pictures">
          <Checkbox
            label="Show thumbnails of posts and accounts"
            description={<PictureUsage />}
            {...form.getInputProps('pictures', { type: 'checkbox' })}
          />
          <NumberInput
            label="Space for pictures (MiB)"
            allowDecimal={false}
            allowNegative={false}
            w={{ base: '100%', xs: '50%' }}
            {...form.getInputProps('picture_quota_mib')}
          />
        </Section>
      </Stack>
    </SimpleGrid>
  )
}

/** Says how many accounts still have the days of another zone, in which all days are shown until the change is complete. */
function PendingDays() {
  const pending = useDaysPending()
  return (
    <Text fz="sm" c="dimmed" role="status" hidden={pending === 0}>
      {pending > 0 && `Recomputing the days of ${formatCounted(pending, 'account')}. ${daysPendingText()}`}
    </Text>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel aria-label={title}>
      <PanelHeader title={title} />
      <Stack gap="md">{children}</Stack>
    </Panel>
  )
}

const MIB = 1 << 20

const formatMebibytes = (bytes: number) => `${formatExact(Math.ceil(bytes / MIB))} MiB`

/** Shows how much space pictures use, and what happens without space or when they are turned off. */
function PictureUsage() {
  const { data } = api.useQuery('get', '/api/admin/pictures')
  if (!data) return 'If you turn this off, they are deleted within an hour'
  const used = `${formatMebibytes(data.bytes)} of ${formatMebibytes(data.quota_bytes)} used`
  return data.is_full
    ? `${used}: no more are read until the quota is increased`
    : `${used}. If you turn this off, they are deleted within an hour`
}

/** Asks how far back accounts are crawled and how long collected data is kept. */
function CollectionFields({ form }: { form: UseFormReturnType<SettingsForm> }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <NumberInput
        label="Posts to import per new account"
        description="The newest ones; 0 = all"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.backfill_items')}
      />
      <NumberInput
        label="Keep detailed history for (months)"
        description="Daily totals are always kept"
        placeholder="Forever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.history_months')}
      />
      <NumberInput
        label="Keep removed posts for (days)"
        description="Posts deleted on the platform"
        placeholder="Forever"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('collection.removed_items_days')}
      />
    </SimpleGrid>
  )
}
