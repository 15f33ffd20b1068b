import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, result } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { refetchAll } from '@/api/refetch'
import { INTERVALS_KEY, useIntervals } from '@/api/settings'
import type { Schema } from '@/api/types'
import { closingCall } from '@/components/dialogs/closingCall'
import { FormDialog } from '@/components/dialogs/Dialogs'
import { intervalRule } from '@/components/forms/interval'
import { IntervalFields, INTERVALS_HINT } from '@/components/forms/IntervalFields'
import { ADMIN_ERROR } from '@/util/adminMessages'
import { byPlatform, PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'

type Props = { opened: boolean; onClose: () => void }

/** Edits the scrape intervals for accounts whose group does not override them. */
export function IntervalsDialog({ opened, onClose }: Props) {
  const queries = useQueryClient()
  const { data } = useIntervals()
  const form = useForm({
    initialValues: byPlatform((platform) => PLATFORMS[platform].intervalMinutes),
    validate: byPlatform(() => intervalRule),
  })
  const { setValues, resetDirty } = form
  useEffect(() => {
    if (!opened || !data) return
    setValues(data)
    resetDirty(data)
  }, [opened, data, setValues, resetDirty])
  const save = useMutation({
    mutationFn: async (minutes: Schema<'Intervals'>) => {
      const isChanged = byPlatform((platform) => form.isDirty(platform))
      // Another admin may have changed the other platform since it was read.
      const stored = await result(client.GET('/api/scraping/intervals'))
      const body = byPlatform((platform) => (isChanged[platform] ? minutes : stored)[platform])
      return result(client.PUT('/api/scraping/intervals', { body }))
    },
    onSuccess: ({ message }) => {
      void refetchAll(queries, { awaited: [INTERVALS_KEY] })
      toast.success(message)
    },
    onError: (error) => toast.error(errorMessage(error, ADMIN_ERROR.updateIntervals)),
  })
  const { send, leave } = closingCall(save, onClose)
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title="Scraping Intervals"
      submit="Save"
      busy={save.isPending}
      onSubmit={form.onSubmit(send)}
    >
      <Text fz="sm" c="dimmed">
        {INTERVALS_HINT}
      </Text>
      <IntervalFields getInputProps={form.getInputProps} focused />
    </FormDialog>
  )
}
