import type { ReactNode } from 'react'
import { Link } from 'wouter'
import buttonStyles from '../../ui/Button.module.css'
import styles from './ActionLink.module.css'

interface ActionLinkProps {
  readonly href: string
  readonly tone?: 'plain' | 'main' | 'quiet'
  /** Leaves this page for another one of the hub or of somebody else: not a way inside the page. */
  readonly away?: boolean
  /** The browser keeps what comes as a file. */
  readonly download?: boolean
  readonly children: ReactNode
}

/** A way somewhere that looks as a button does. */
export function ActionLink({ href, tone = 'plain', away = false, download = false, children }: ActionLinkProps) {
  const look = { className: `${buttonStyles.button} ${styles.link}`, 'data-tone': tone }
  if (!away)
    return (
      <Link href={href} {...look}>
        {children}
      </Link>
    )
  return (
    <a href={href} {...look} {...(download ? { download: '' } : {})}>
      {children}
    </a>
  )
}
