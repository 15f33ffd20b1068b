import { Checkbox, NumberInput, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { CostFields } from '@/components/CostFields'
import { COST_RULES, fromForm, toForm } from '@/components/costForm'
import { FormDialog } from '@/components/Dialogs'
import { formatExact } from '@/util/format'
import { ERROR, SUCCESS } from '@/util/messages'
import { UTC } from '@/util/timeZone'
import { toast } from '@/util/toast'
import { changeOf, COLLECTION_RULES, collectionOf, type CollectionForm } from './collection'
import { useReloadSettings, useSettings } from './queries'
import { TimeZoneField } from './TimeZoneField'

type Props = { opened: boolean; onClose: () => void }

/** Edits the settings of groups that do not override them. */
export function SettingsDialog({ opened, onClose }: Props) {
  const { data } = useSettings()
  const reload = useReloadSettings()
  const form = useForm({
    initialValues: {
      content_visibility: 'all' as 'all' | 'group',
      cost: toForm({ model: 'flat', cost: 1 }),
      currency: '',
      time_zone: UTC,
      collection: { backfill_items: '', history_months: '', removed_items_days: '' } as CollectionForm,
      pictures: true,
      picture_quota_mib: 1024 as number | '',
    },
    validate: {
      cost: COST_RULES,
      collection: COLLECTION_RULES,
      picture_quota_mib: (quota) =>
        quota === '' || quota < 1 || quota > MAX_QUOTA || !Number.isInteger(quota)
          ? `Enter a whole number from 1 to ${formatExact(MAX_QUOTA)}`
          : null,
      // The field says why.
      time_zone: (zone) => zone === '',
      currency: (code) => (/^([A-Za-z]{3})?$/.test(code.trim()) ? null : 'Three letters, such as EUR or USD'),
    },
  })
  const { setValues, setFieldValue } = form
  useEffect(() => {
    if (opened && data)
      setValues({
        content_visibility: data.content_visibility,
        cost: toForm(data.cost),
        currency: data.currency ?? '',
        time_zone: data.time_zone,
        collection: collectionOf(data),
        pictures: data.pictures,
        picture_quota_mib: data.picture_quota_mib,
      })
  }, [opened, data, setValues])
  const save = api.useMutation('put', '/api/admin/settings', {
    onSuccess: async () => {
      await reload()
      toast.success(SUCCESS.settingsUpdated)
      onClose()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateSettings)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      size="lg"
      title="Platform settings"
      submit="Save"
      busy={save.isPending}
      disabled={!data}
      onSubmit={form.onSubmit(
        ({ cost, currency, collection, picture_quota_mib, ...values }) => {
          const model = fromForm(cost)
          const code = currency.trim().toUpperCase()
          if (model)
            save.mutate({
              body: {
                ...values,
                cost: model,
                currency: code || null,
                ...(picture_quota_mib !== '' && { picture_quota_mib }),
                ...changeOf(collection),
              },
            })
        },
        // The dialog is longer than the screen.
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Radio.Group
        label="All Content Data shows"
        description="Users only ever see their own group's accounts and members"
        {...form.getInputProps('content_visibility')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" data-autofocus label="All groups' content" />
          <Radio value="group" label="Only the user's own group's content" />
        </Stack>
      </Radio.Group>
      <CostFields form={form} />
      <TextInput
        label="Currency"
        description="The code of all amounts, such as EUR or USD; empty for none"
        maxLength={3}
        w={{ base: '100%', xs: '50%' }}
        {...form.getInputProps('currency')}
      />
      <TimeZoneField
        value={form.values.time_zone}
        onChange={(zone) => setFieldValue('time_zone', zone)}
        data-path="time_zone"
      />
      <CollectionFields form={form} />
      <Checkbox
        label="Show small pictures of posts and accounts"
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
    </FormDialog>
  )
}

const MIB = 1 << 20
/** The largest quota of pictures that the server accepts, MiB. */
const MAX_QUOTA = 1 << 20

const formatMebibytes = (bytes: number) => `${formatExact(Math.ceil(bytes / MIB))} MiB`

/** Shows how much space pictures use, and what happens without space or when they are turned off. */
function PictureUsage() {
  const { data } = api.useQuery('get', '/api/admin/pictures')
  if (!data) return 'Unchecking it deletes them within an hour'
  const used = `${formatMebibytes(data.bytes)} of ${formatMebibytes(data.quota_bytes)} used`
  return data.is_full
    ? `${used}: no more are read until the quota is increased`
    : `${used}. Unchecking it deletes them within an hour`
}

/** Part of a form with a `CollectionForm` under `collection`. */
type CollectionFieldsProps = {
  form: { getInputProps: (path: `collection.${keyof CollectionForm}`) => object }
}

/** Asks how far back accounts are crawled and how long collected data is kept. */
function CollectionFields({ form }: CollectionFieldsProps) {
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
