import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from './LinkBanner.module.css'
import { hubWarning, linkWarning } from './linkWords.ts'

/** The line above the map while the game cannot be read. Its seconds tick; `LinkAnnouncer` says it aloud, once. */
export function LinkBanner({ positionsAt }: { readonly positionsAt: number | null }) {
  const now = useNow()
  const { value: status } = useDocument(server, mainServer)
  const { name, since } = useAtomValue(connectionAtom)
  const isSilent = name === 'stale' && status !== null
  const warning = isSilent ? hubWarning(since, Date.now()) : status && linkWarning(status, positionsAt, now)
  if (!warning) return null
  return (
    <p className={styles.banner} data-tone={warning.tone} data-testid="link-warning">
      <strong>{warning.title}</strong> {warning.words}
    </p>
  )
}
