import { Button, Loader } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '@/api/errors'
import { IconButton } from './IconButton'
import { fileName, formatBytes, readBlob, saveFile } from '@/util/files'
import { ERROR, SUCCESS } from '@/util/messages'
import { toast } from '@/util/toast'

type Props = {
  call: FileCall
  /** True if there is nothing to export. */
  empty: boolean
}

/** Saves a spreadsheet file that the API generates. */
export function ExportButton({ call, empty }: Props) {
  const { received, start, cancel } = useExport(call)
  const busy = received !== undefined
  return (
    <>
      <Button
        variant="default"
        leftSection={busy ? <Loader size={16} /> : <IconDownload size={16} stroke={1.75} />}
        disabled={busy || empty}
        onClick={() => start()}
      >
        {busy ? `Exporting… ${formatBytes(received)}` : 'Export CSV'}
      </Button>
      {busy && <IconButton icon={IconX} label="Cancel the export" onClick={cancel} />}
    </>
  )
}

/** An API call that returns a file. */
export type FileCall = (
  signal: AbortSignal,
) => Promise<{ data?: ReadableStream<Uint8Array<ArrayBuffer>> | null; response: Response }>

/** File name if the server sends none. */
const FALLBACK_NAME = 'clipmeter.csv'

/**
 * Downloads and saves a file. The token is sent in a header, so a plain link would not work. `received` counts the bytes that have
 * arrived while the export is in progress. Leaving the page aborts the export; as a mutation, it delays a change of the screen's zone.
 */
function useExport(call: FileCall) {
  const [received, setReceived] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const download = async () => {
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
  const { mutate: start } = useMutation({ mutationFn: download })
  return { received, start, cancel: () => running.current?.abort() }
}
