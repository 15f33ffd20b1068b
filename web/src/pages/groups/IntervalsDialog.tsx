import { NumberInput, SimpleGrid, Text } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import { FormDialog } from '@/components/Dialogs'
import { INTERVAL_MINUTES } from '@/util/constants'
import { ERROR } from '@/util/messages'
import { PLATFORM_CODES, byPlatform, PLATFORMS } from '@/util/platform'
import { toast } from '@/util/toast'
import { intervalRule } from './interval'
import { INTERVALS_KEY, useIntervals } from './queries'

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
  const save = api.useMutation('put', '/api/scraping/intervals', {
    onSuccess: ({ message }) => {
      void queries.invalidateQueries({ queryKey: INTERVALS_KEY })
      toast.success(message)
      onClose()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.updateIntervals)),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Scraping Intervals"
      submit="Save"
      busy={save.isPending}
      onSubmit={form.onSubmit((body) => save.mutate({ body }))}
    >
      <Text fz="sm" c="dimmed">
        Minutes between updates of an account ({INTERVAL_MINUTES.min}–{INTERVAL_MINUTES.max}). Groups can
        override this.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {PLATFORM_CODES.map((platform, index) => (
          <NumberInput
            key={platform}
            label={`${PLATFORMS[platform].name} (minutes)`}
            allowDecimal={false}
            required
            data-autofocus={index === 0 || undefined}
            {...form.getInputProps(platform)}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  )
}
