import { Button, type ButtonProps } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState, type ComponentPropsWithRef } from 'react'
import { onDemand } from '@/util/onDemand'

export type ColumnsProps = {
  columns: { title: string; fixed?: boolean }[]
  hidden: string[]
  onChange: (hidden: string[]) => void
}

const ColumnsPopover = onDemand(
  () => import('./ColumnsPopover').then((file) => file.ColumnsPopover),
  <ColumnsButton />,
)

/** Selects the visible columns of a table. A tenth of the first load, the popover, follows when the button is first pressed. */
export function ColumnChooser(props: ColumnsProps) {
  const [used, setUsed] = useState(false)
  return used ? (
    <ColumnsPopover {...props} />
  ) : (
    <ColumnsButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setUsed(true)} />
  )
}

export function ColumnsButton(props: ButtonProps & ComponentPropsWithRef<'button'>) {
  return (
    <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.75} />} {...props}>
      Columns
    </Button>
  )
}
