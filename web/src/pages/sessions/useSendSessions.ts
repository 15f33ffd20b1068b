import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/errors'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { useReloadSessions } from './queries'
import type { Added } from './sessionsApi'

type Options = {
  call: (text: string) => Promise<Added>
  onClose: () => void
  onAdded: (added: Added) => void
}

/** Shared by both text dialogs: form, request, and passing on the result. */
export function useSendSessions({ call, onClose, onAdded }: Options) {
  const reload = useReloadSessions()
  const form = useForm({ initialValues: { text: '' } })
  const close = () => {
    form.reset()
    onClose()
  }
  const send = useMutation({
    mutationFn: call,
    onSuccess: (added) => {
      onAdded(added)
      close()
      return reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.addSessions)),
  })
  return { form, send, close, empty: form.values.text.trim() === '' }
}
