import { IconChartLine } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import type { Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { KEEPS_SCROLL } from '@/util/url/keepsScroll'
import { historyLink } from './historyUrl'
import classes from './HistoryLink.module.css'

type Props = {
  id: number
  name: string
  /** On a page with items of several platforms. */
  platform?: Platform | undefined
}

/** A single icon element for all links: a table has a hundred of them. */
const ICON = <IconChartLine stroke={1.75} aria-hidden />

/** Opens the history of an item over the current page. */
export function HistoryLink({ id, name, platform }: Props) {
  const { search } = useLocation()
  return (
    <Link
      to={historyLink(search, id, platform)}
      state={KEEPS_SCROLL}
      className={classes.link ?? ''}
      title="History"
      aria-label={`History of ${name}`}
    >
      {ICON}
    </Link>
  )
}
