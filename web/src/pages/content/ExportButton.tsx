import { Button, Loader } from '@mantine/core'
import { IconDownload, IconX } from '@tabler/icons-react'
import { IconButton } from '@/components/IconButton'
import { formatBytes } from '@/util/files'
import { useExport, type FileCall } from './useExport'

type Props = {
  call: FileCall
  /** True if the table has no rows to export. */
  empty: boolean
}

/** Exports all pages of the table, as filtered and sorted, to a spreadsheet file. */
export function ExportButton({ call, empty }: Props) {
  const { received, start, cancel } = useExport(call)
  const busy = received !== undefined
  return (
    <>
      <Button
        variant="default"
        leftSection={busy ? <Loader size={16} /> : <IconDownload size={16} stroke={1.75} />}
        disabled={busy || empty}
        onClick={() => void start()}
      >
        {busy ? `Exporting… ${formatBytes(received)}` : 'Export CSV'}
      </Button>
      {busy && <IconButton icon={IconX} label="Cancel the export" onClick={cancel} />}
    </>
  )
}
