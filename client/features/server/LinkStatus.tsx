import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { type ServerState, serverStateAt } from '../../../shared/features/server/serverState.ts'
import { type ConnectionState, connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useNow } from '../../ui/Time.tsx'
import styles from './LinkStatus.module.css'
import { hubWarning, linkWarning, serverHeadline } from './linkLabels.ts'

/** The state of the game server, as a word and a lamp. */
export function ServerSign({ status }: { readonly status: ServerStatus }) {
  const state = useServerState(status)
  const isHubSilent = useAtomValue(connectionAtom).name === 'stale'
  return (
    <span className={styles.sign} data-state={isHubSilent && state === 'online' ? 'stale' : state}>
      <span className={styles.lamp} aria-hidden="true" />
      <span>{serverHeadline(state, status.readAt, isHubSilent)}</span>
    </span>
  )
}

/** The state of the game server now: it changes with time alone when the game falls silent. */
export const useServerState = (status: ServerStatus): ServerState => serverStateAt(status, useNow())

/** The warning above the map while the game cannot be read. Its seconds tick; `LinkAnnouncer` announces it once. */
export function LinkBanner({ positionsAt }: { readonly positionsAt: number | null }) {
  const now = useNow()
  const { value: status } = useDocument(server, mainServer)
  const { name, since } = useAtomValue(connectionAtom)
  const isSilent = name === 'stale' && status !== null
  const warning = isSilent ? hubWarning(since, now) : status && linkWarning(status, positionsAt, now)
  if (!warning) return null
  return (
    <p className={styles.banner} data-tone={warning.tone} data-testid="link-warning">
      <strong>{warning.title}</strong> {warning.text}
    </p>
  )
}

const stateSaid: Readonly<Record<ServerState, string>> = {
  online: 'The link to the game server is up.',
  stale: 'The game server does not answer. What you see is old.',
  unread: '',
  silent: 'The game server is connected and sends nothing legible.',
  off: '',
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

/** Announces to screen readers when the state of game server or connection changes, and nothing else. */
export function LinkAnnouncer() {
  const connection = useAtomValue(connectionAtom)
  const now = useNow()
  const { value: status } = useDocument(server, mainServer)
  return (
    <p className="unseen" role="status">
      {connectionSaid[connection.name] || (status ? stateSaid[serverStateAt(status, now)] : '')}
    </p>
  )
}
