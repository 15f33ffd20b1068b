import { formatRange } from '@/util/pagination'
import { PageButtons } from './PageButtons'
import classes from './PageFoot.module.css'

type Props = {
  page: number
  pages: number
  /** Number of entries per page, and in total. */
  size: number
  total: number
  onChange: (page: number) => void
}

/** Footer of a paginated list: the displayed range, and the page buttons. */
export function PageFoot({ page, pages, size, total, onChange }: Props) {
  return (
    <div className={classes.foot}>
      <span>{formatRange(page, size, total)}</span>
      {pages > 1 && <PageButtons page={page} pages={pages} onChange={onChange} />}
    </div>
  )
}
