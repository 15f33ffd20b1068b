import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/shared/api/error'
import { ERROR } from '@/shared/constants/messages'
import { toast } from '@/shared/lib/toast'
import type { Added } from './sessionsApi'
import { useReloadSessions } from './queries'

type Options = {
  call: (text: string) => Promise<Added>
  onClose: () => void
  onAdded: (added: Added) => void
}

/** What both text dialogs do: ask for lines, send them, hand on the answer. */
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
