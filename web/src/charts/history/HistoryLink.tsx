import { IconChartLine } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { KEEPS_SCROLL } from '@/util/url/keepsScroll'
import { historyLink } from './historyUrl'
import classes from './HistoryLink.module.css'

type Props = { id: number; name: string }

/** A single icon element for all links: a table has a hundred of them. */
const ICON = <IconChartLine stroke={1.75} aria-hidden />

/** Opens the history of an item over the current page. */
export function HistoryLink({ id, name }: Props) {
  const { search } = useLocation()
  return (
    <Link
      to={historyLink(search, id)}
      state={KEEPS_SCROLL}
      className={classes.link ?? ''}
      title="History"
      aria-label={`History of ${name}`}
    >
      {ICON}
    </Link>
  )
}
