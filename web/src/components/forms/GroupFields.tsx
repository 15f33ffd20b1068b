import {
  Checkbox,
  NumberInput,
  SimpleGrid,
  Textarea,
  TextInput,
  type CheckboxProps,
  type NumberInputProps,
} from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useIntervals, useSettings } from '@/api/settings'
import { limitField, PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { CostFields } from './CostFields'
import type { CostForm } from './costForm'
import { CurrencyField } from './CurrencyField'
import type { GroupForm, PoolSelection } from './groupForm'
import { intervalField } from './interval'
import { PoolFields } from './PoolFields'

/** The text on the effect of a blank field is placed below the input, so that inputs in a row stay aligned. */
const ORDER: NonNullable<NumberInputProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

type Props = {
  form: {
    values: Pick<GroupForm, 'cost' | keyof PoolSelection>
    getInputProps: (
      path: keyof GroupForm | `cost.${keyof CostForm}`,
      options?: { type: 'checkbox' },
    ) => object
  }
}

/** Shows the fields of a group: its name, limits, intervals, rule, cost, currency and scraper pools. */
export function GroupFields({ form }: Props) {
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
      <PoolFields form={form} />
    </>
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
