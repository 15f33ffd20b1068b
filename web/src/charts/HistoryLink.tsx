import { IconChartLine } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { historyLink, type Subject } from './historyUrl'
import classes from './HistoryLink.module.css'

type Props = {
  id: number
  name: string
  kind?: Subject['kind']
}

/** A single icon element for all links: a table has a hundred of them. */
const ICON = <IconChartLine stroke={1.75} aria-hidden />

/** Opens the history of an item or account over the current page. */
export function HistoryLink({ id, name, kind = 'item' }: Props) {
  const { search } = useLocation()
  return (
    <Link
      to={historyLink(search, { kind, id })}
      preventScrollReset
      className={classes.link ?? ''}
      data-kind={kind}
      title="History"
      aria-label={`History of ${name}`}
    >
      {ICON}
    </Link>
  )
}
