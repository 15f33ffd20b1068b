import type { ReactNode } from 'react'
import { safeHref } from '@/util/platform'
import classes from './ExternalLink.module.css'

type Props = { href: string; className?: string; title?: string; children: ReactNode }

/** An external link that opens in a new tab; plain text if the collected URL is not a web link. Tables have hundreds of them. */
export function ExternalLink({ href, className = '', title, children }: Props) {
  const safe = safeHref(href)
  if (safe === undefined)
    return (
      <span className={className} title={title}>
        {children}
      </span>
    )
  return (
    <a
      href={safe}
      target="_blank"
      rel="noopener noreferrer"
      className={`${classes.link} ${className}`}
      title={title}
    >
      {children}
    </a>
  )
}
