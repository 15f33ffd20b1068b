import { formatRange } from '@/shared/lib/pagination'
import { PageButtons } from './PageButtons'
import classes from './PageFoot.module.css'

type Props = {
  page: number
  pages: number
  /** Entries of a full page, and of all pages. */
  size: number
  total: number
  onChange: (page: number) => void
}

/** Below a page of a list: which part of it this is, and the way to the others. */
export function PageFoot({ page, pages, size, total, onChange }: Props) {
  return (
    <div className={classes.foot}>
      <span>{formatRange(page, size, total)}</span>
      {pages > 1 && <PageButtons page={page} pages={pages} onChange={onChange} />}
    </div>
  )
}
