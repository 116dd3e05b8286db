import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import type { ConnectionState } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'

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

/** Says aloud when the link or the connection comes or goes, and nothing else: ages tick in silence. */
export function LinkAnnouncer() {
  const connection = useAtomValue(connectionAtom)
  const { value: status } = useDocument(server, mainServer)
  return (
    <p className="unseen" role="status">
      {connectionSaid[connection.name] || (status ? linkSaid[status.link.name] : '')}
    </p>
  )
}
