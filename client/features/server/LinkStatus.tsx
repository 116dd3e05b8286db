import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { type ConnectionState, connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useNow } from '../../ui/Time.tsx'
import styles from './LinkStatus.module.css'
import { hubWarning, linkHeadline, linkWarning, staleHeadline } from './linkLabels.ts'

/** Whether the game is reached, as a word and a lamp. */
export function LinkSign({ status: { link } }: { readonly status: ServerStatus }) {
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  return (
    <span className={styles.link} data-link={isStale && link.name === 'up' ? 'connecting' : link.name}>
      <span className={styles.lamp} aria-hidden="true" />
      <span>{(isStale ? staleHeadline : linkHeadline)[link.name]}</span>
    </span>
  )
}

/** The warning above the map while the game cannot be read. Its seconds tick; `LinkAnnouncer` announces it once. */
export function LinkBanner({ positionsAt }: { readonly positionsAt: number | null }) {
  const now = useNow()
  const { value: status } = useDocument(server, mainServer)
  const { name, since } = useAtomValue(connectionAtom)
  const isSilent = name === 'stale' && status !== null
  const warning = isSilent ? hubWarning(since, Date.now()) : status && linkWarning(status, positionsAt, now)
  if (!warning) return null
  return (
    <p className={styles.banner} data-tone={warning.tone} data-testid="link-warning">
      <strong>{warning.title}</strong> {warning.text}
    </p>
  )
}

const linkSaid: Readonly<Record<ServerStatus['link']['name'], string>> = {
  up: 'The link to the game server is up.',
  connecting: '',
  refused: 'The game server refused the password.',
  down: 'The link to the game server is down.',
  none: '',
}

const connectionSaid: Readonly<Record<ConnectionState['name'], string>> = {
  connecting: '',
  live: '',
  reconnecting: '',
  stale: 'The hub does not answer. What you see is old.',
  reload: 'A new version of this page is ready.',
}

/** Announces to screen readers when link or connection change, and nothing else. */
export function LinkAnnouncer() {
  const connection = useAtomValue(connectionAtom)
  const { value: status } = useDocument(server, mainServer)
  return (
    <p className="unseen" role="status">
      {connectionSaid[connection.name] || (status ? linkSaid[status.link.name] : '')}
    </p>
  )
}
