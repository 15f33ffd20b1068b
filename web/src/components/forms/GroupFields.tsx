import {
  Checkbox,
  NumberInput,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
  type CheckboxProps,
  type NumberInputProps,
} from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useIntervals, useSettings } from '@/api/settings'
import type { Schema } from '@/api/types'
import { limitField, PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { daysPendingText } from '@/util/time/timeZone'
import { CostFields } from './CostFields'
import type { CostForm } from './costForm'
import { CurrencyField } from './CurrencyField'
import type { GroupForm, PoolSelection } from './groupForm'
import { intervalField } from './interval'
import { PoolFields } from './PoolFields'
import { TimeZoneField } from './TimeZoneField'

/** The text on the effect of a blank field is placed below the input, so that inputs in a row stay aligned. */
const ORDER: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

type Props = {
  form: {
    values: Pick<GroupForm, 'cost' | 'time_zone' | keyof PoolSelection>
    getInputProps: (
      path: keyof GroupForm | `cost.${keyof CostForm}`,
      options?: { type: 'checkbox' },
    ) => object
    setFieldValue: (path: 'time_zone', zone: string | undefined) => void
  }
  /** The group as stored; a new one has none. */
  group?: Zones
}

type Zones = Pick<Schema<'Group'>, 'time_zone' | 'days_zone'>

/** Shows the fields of a group: its name, limits, intervals, rule, cost, currency, time zone and scraper pools. */
export function GroupFields({ form, group }: Props) {
  const common = useIntervals().data
  const settings = useSettings().data
  return (
    <>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform) => (
          <NumberInput
            key={platform}
            label={`Max ${PLATFORMS[platform].name} accounts`}
            allowDecimal={false}
            {...form.getInputProps(limitField(platform))}
          />
        ))}
        <NumberInput
          label="Max single TikTok videos"
          allowDecimal={false}
          {...form.getInputProps('max_tiktok_videos')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform) => (
          <NumberInput
            key={platform}
            label={`${PLATFORMS[platform].name} interval (minutes)`}
            description={common && `Leave blank for the default (${common[platform]} min)`}
            inputWrapperOrder={ORDER}
            allowDecimal={false}
            {...form.getInputProps(intervalField(platform))}
          />
        ))}
      </SimpleGrid>
      <MembersRule {...form.getInputProps('members_manage_accounts', { type: 'checkbox' })} />
      <CostFields form={form} inherited={settings?.cost} inheritable />
      <CurrencyField
        blank={settings?.currency ? `the default (${settings.currency})` : 'the default'}
        {...form.getInputProps('currency')}
      />
      <TimeZoneField
        description={`Days of the group begin at midnight in this time zone. Leave blank for the default${settings ? ` (${settings.time_zone})` : ''}.`}
        blank="Platform default"
        value={form.values.time_zone}
        onChange={(zone) => form.setFieldValue('time_zone', zone)}
        data-path="time_zone"
      >
        {group && settings && <PendingDays group={group} platform={settings.time_zone} />}
      </TimeZoneField>
      <PoolFields form={form} />
    </>
  )
}

/** Says that the days are not yet those of the zone that was set. */
function PendingDays({ group: { time_zone, days_zone }, platform }: { group: Zones; platform: string }) {
  const pending = (time_zone ?? platform) !== days_zone
  return (
    <Text fz="sm" c="dimmed" role="status" hidden={!pending}>
      {pending && daysPendingText(days_zone)}
    </Text>
  )
}

/** Whether all members may change the tracked accounts of their group. */
export function MembersRule(props: CheckboxProps) {
  return (
    <Checkbox
      label="All members can manage accounts"
      description="If off, only group admins can"
      {...props}
    />
  )
}
