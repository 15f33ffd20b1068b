import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/shared/api/error'
import { ERROR, SUCCESS } from '@/shared/constants/messages'
import { fileName, readBlob, saveFile } from '@/shared/lib/download'
import { toast } from '@/shared/lib/toast'

/** A call whose answer is a file. */
export type FileCall = (
  signal: AbortSignal,
) => Promise<{ data?: ReadableStream<Uint8Array<ArrayBuffer>> | null; response: Response }>

/** For a server that gives no name. */
const FALLBACK_NAME = 'clipmeter.csv'

/**
 * Fetches a file and saves it. The token travels in a header, so that a link cannot do it. `received` counts the bytes
 * that have arrived, while there is something to wait for. Leaving the table ends it.
 */
export function useExport(call: FileCall) {
  const [received, setReceived] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setReceived(0)
    try {
      const { data, response } = await call(controller.signal)
      if (!data) throw new Error('a response without a body')
      const blob = await readBlob(data, setReceived)
      saveFile(blob, fileName(response.headers.get('content-disposition')) ?? FALLBACK_NAME)
      toast.success(SUCCESS.exported)
    } catch (error) {
      if (!controller.signal.aborted) toast.error(errorMessage(error, ERROR.export))
    } finally {
      setReceived(undefined)
    }
  }
  return { received, start, cancel: () => running.current?.abort() }
}
