import { Anchor, type AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { safeHref } from '@/shared/lib/links'

type Props = AnchorProps & { href: string; children: ReactNode; 'aria-label'?: string }

/** A link out of the product, in a new tab; plain text when the collected address is no web link. */
export function ExternalLink({ href, children, ...rest }: Props) {
  const safe = safeHref(href)
  if (safe === undefined) return <span>{children}</span>
  return (
    <Anchor href={safe} target="_blank" rel="noopener noreferrer" inherit {...rest}>
      {children}
    </Anchor>
  )
}
