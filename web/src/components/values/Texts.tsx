import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { safeHref } from '@/util/platform'
import classes from './Texts.module.css'

type Props = { href: string; className?: string; title?: string; children: ReactNode }

/** Opens a collected URL in a new tab; plain text if it is not a web link. Tables have hundreds of them. */
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

/** Shows text with a tooltip for mouse, touch and keyboard. */
export function TextWithTooltip({ by: text, children }: { by: string; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.note} data-tip={text} aria-description={text}>
      {children}
    </UnstyledButton>
  )
}
