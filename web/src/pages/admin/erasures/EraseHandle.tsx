import { Button } from '@mantine/core'
import { IconEraser } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { errorMessage } from '@/api/errors'
import type { Schema } from '@/api/types'
import { useReloadErasures } from '@/pages/admin/erasuresQueries'
import { ERROR } from '@/util/messages'
import { toast } from '@/util/toast'
import { ConfirmErasure } from './ConfirmErasure'
import { ErasedDialog } from './ErasedDialog'
import type { Handle } from './handle'
import { HandleDialog } from './HandleDialog'

type Step = 'handle' | 'confirm'

/** Erases the collected data of a handle: asks for the handle twice, then shows what was erased. */
export function EraseHandle() {
  const [step, setStep] = useState<Step>()
  const [handle, setHandle] = useState<Handle>({ platform: 'instagram', username: '' })
  const [erased, setErased] = useState<Schema<'ErasedHandle'>>()
  const reload = useReloadErasures()
  const end = () => {
    setStep(undefined)
    setHandle({ platform: 'instagram', username: '' })
  }
  const erase = api.useMutation('post', '/api/admin/erasures', {
    onSuccess: async (result) => {
      setErased(result)
      end()
      await reload()
    },
    onError: (error) => toast.error(errorMessage(error, ERROR.eraseHandle)),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEraser size={16} stroke={1.75} />}
        onClick={() => setStep('handle')}
      >
        Erase a Handle
      </Button>
      <HandleDialog
        opened={step === 'handle'}
        handle={handle}
        onChange={setHandle}
        onClose={end}
        onContinue={() => setStep('confirm')}
      />
      <ConfirmErasure
        opened={step === 'confirm'}
        handle={handle}
        busy={erase.isPending}
        onConfirm={(confirm) => erase.mutate({ body: { ...handle, confirm } })}
        onClose={end}
      />
      <ErasedDialog erased={erased} onClose={() => setErased(undefined)} />
    </>
  )
}
