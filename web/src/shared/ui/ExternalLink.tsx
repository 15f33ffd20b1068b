import type { ReactNode } from 'react'
import { safeHref } from '@/shared/lib/links'
import classes from './ExternalLink.module.css'

type Props = { href: string; className?: string; title?: string; children: ReactNode }

/** A link out of the product, in a new tab; plain text when the collected address is no web link. Tables have hundreds. */
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
