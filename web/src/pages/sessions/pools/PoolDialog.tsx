import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { ScraperPool } from '@/api/scraperPools'
import { closingCall } from '@/components/dialogs/closingCall'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { useProxies, useReloadProxies } from '@/pages/sessions/queries'
import { ADMIN_ERROR, ADMIN_SUCCESS } from '@/util/adminMessages'
import { PLATFORM_CODES, PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import {
  addedOf,
  changeOf,
  formOf,
  NEW_POOL,
  POOL_RULES,
  proxyChoices,
  proxyField,
  type PoolForm,
} from './pool'

/** Maximum length of a name, a region and a set. */
const MAX_LENGTH = 63

type Props = {
  /** The pool to change; without it, one is added. */
  pool?: ScraperPool
  opened: boolean
  onClose: () => void
}

/** Adds or changes a scraper pool. */
export function PoolDialog({ pool, opened, onClose }: Props) {
  const proxies = useProxies().data?.proxies ?? []
  const form = usePoolForm(pool, opened)
  const save = useSavePool(pool)
  const { send, leave } = closingCall(save, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={pool === undefined ? 'Add scraper pool' : `Edit scraper pool ${pool.name}`}
      submit={pool === undefined ? 'Add scraper pool' : 'Save'}
      busy={save.isPending}
      onSubmit={form.onSubmit(send)}
    >
      {pool === undefined && (
        <TextInput
          label="Name"
          description="Groups select the pool by this name, which cannot be changed"
          placeholder="eu"
          required
          maxLength={MAX_LENGTH}
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          {...form.getInputProps('name')}
        />
      )}
      <TextInput
        label="Region"
        description="Only shown to admins"
        placeholder="eu-central-1"
        maxLength={MAX_LENGTH}
        data-autofocus={pool !== undefined || undefined}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('region')}
      />
      {PLATFORM_CODES.map((platform) => (
        <NativeSelect
          key={platform}
          label={`${PLATFORMS[platform].name} proxy`}
          data={proxyChoices(proxies, form.values[proxyField(platform)])}
          {...form.getInputProps(proxyField(platform))}
        />
      ))}
      <TextInput
        label="Session set"
        description="Only this pool uses the sessions in the set. Leave blank to use the pool’s name."
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        {...form.getInputProps('session_set')}
      />
    </FormDialog>
  )
}

/** Holds the fields of a pool, as they were when the dialog was opened: a poll must not overwrite what the user types. */
function usePoolForm(pool: ScraperPool | undefined, opened: boolean) {
  const initial = pool === undefined ? NEW_POOL : formOf(pool)
  const form = useForm<PoolForm>({ initialValues: initial, validate: POOL_RULES })
  const { setValues, clearErrors } = form
  useEffect(() => {
    if (!opened) return
    setValues(initial)
    clearErrors()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])
  return form
}

/** Saves a pool and shows a toast. */
function useSavePool(pool: ScraperPool | undefined) {
  const reload = useReloadProxies()
  return useMutation({
    mutationFn: (form: PoolForm) =>
      pool === undefined
        ? result(client.POST('/api/scraping/scraper-pools', { body: addedOf(form) }))
        : result(
            client.PATCH('/api/scraping/scraper-pools/{name}', {
              params: { path: { name: pool.name } },
              body: changeOf(form, pool),
            }),
          ),
    onSuccess: async () => {
      await reload()
      toast.success(pool === undefined ? ADMIN_SUCCESS.poolAdded : ADMIN_SUCCESS.poolUpdated)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.savePool)),
  })
}
