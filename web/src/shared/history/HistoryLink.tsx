import { ActionIcon } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useAddress } from '@/shared/address/useAddress'
import { withItem } from './address'

type Props = { id: number; name: string }

/** Opens the history of an item over the page it is on. */
export function HistoryLink({ id, name }: Props) {
  const { search } = useAddress()
  return (
    <ActionIcon
      component={Link}
      to={{ search: withItem(search, id).toString() }}
      preventScrollReset
      variant="subtle"
      c="dimmed"
      size={24}
      title="History"
      aria-label={`History of ${name}`}
    >
      <IconChartLine size={16} stroke={1.75} />
    </ActionIcon>
  )
}
