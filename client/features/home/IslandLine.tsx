import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { LinkSign } from '../server/LinkSign.tsx'
import styles from './HomeScreen.module.css'

/** How the island is just now, in a line. Nothing until it is known. */
export function IslandLine() {
  const { value: status } = useDocument(server, mainServer)
  if (!status) return <p className={styles.island}>Reading the instruments …</p>
  return (
    <p className={styles.island}>
      <LinkSign status={status} />
      {status.readAt === null ? null : (
        <span>
          <b>{status.playerCount}</b> of {status.maxPlayers} on the island
        </span>
      )}
    </p>
  )
}
