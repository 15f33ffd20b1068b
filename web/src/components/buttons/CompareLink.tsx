import { Button } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { compareAddress, type Subject } from '@/util/metrics/compare'
import type { Period } from '@/util/time/period'
import { Link } from '@/util/url/Link'

type Props = { subject: Subject; ids: readonly number[]; period?: Period }

/** Opens the comparison of these accounts or groups; without a selection if there are too many. */
export function CompareLink({ subject, ids, period }: Props) {
  return (
    <Button
      variant="default"
      component={Link}
      to={compareAddress(subject, ids, period)}
      leftSection={<IconChartLine size={16} stroke={1.75} />}
    >
      Compare
    </Button>
  )
}
