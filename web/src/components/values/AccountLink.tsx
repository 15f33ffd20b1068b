import { IconExternalLink } from '@tabler/icons-react'
import { PLATFORMS, profileUrl, type Platform } from '@/util/platform'
import { Link } from '@/util/url/Link'
import { ExternalLink } from './Texts'
import classes from './AccountLink.module.css'

type Props = {
  platform: Platform
  username: string
  /** Address of the account's page; undefined if it has none. */
  to: string | undefined
  /** A long name is cut instead of broken, except on a phone. */
  short?: boolean
}

/** Links to an account's page, and beside it to the profile on the platform; only to the profile if there is no page. */
export function AccountLink({ platform, username, to, short = false }: Props) {
  const named = `${classes.name} ${short ? classes.short : ''}`
  const profile = profileUrl(platform, username)
  if (to === undefined)
    return (
      <ExternalLink href={profile} className={named} {...(short && { title: `@${username}` })}>
        @{username}
      </ExternalLink>
    )
  const { name } = PLATFORMS[platform]
  return (
    <span className={classes.account}>
      <Link to={to} className={`${classes.link} ${named}`} title={`@${username}`}>
        @{username}
      </Link>
      <ExternalLink href={profile} title={`Open on ${name}`} className={classes.profile ?? ''}>
        <IconExternalLink size={14} stroke={1.75} role="img" aria-label={`@${username} on ${name}`} />
      </ExternalLink>
    </span>
  )
}
