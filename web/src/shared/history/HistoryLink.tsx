import { ActionIcon } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAddress } from '@/shared/address/useAddress'
import { withHistory, type Subject } from './address'

type Props = {
  id: number
  name: string
  kind?: Subject['kind']
}

/** Pixels: in a row of text, and beside other buttons. */
const SIZES = { item: { button: 24, icon: 16 }, account: { button: 32, icon: 18 } } as const

/** Opens the history of an item or account over the page it is on. */
export function HistoryLink({ id, name, kind = 'item' }: Props) {
  const { search } = useAddress()
  const { button, icon } = SIZES[kind]
  return (
    <ActionIcon
      component={Link}
      to={{ search: withHistory(search, { kind, id }).toString() }}
      preventScrollReset
      variant="subtle"
      color="gray"
      size={button}
      title="History"
      aria-label={`History of ${name}`}
    >
      <IconChartLine size={icon} stroke={1.75} />
    </ActionIcon>
  )
}
