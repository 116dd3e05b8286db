import { useAtomValue } from 'jotai'
import type { ServerStatus } from '../../../shared/features/server/server.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import styles from './LinkSign.module.css'
import { linkHeadline, staleHeadline } from './linkWords.ts'

/** Whether the game is reached, in a word with a lamp. */
export function LinkSign({ status: { link } }: { readonly status: ServerStatus }) {
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  return (
    <span className={styles.link} data-link={isStale && link.name === 'up' ? 'connecting' : link.name}>
      <span className={styles.lamp} aria-hidden="true" />
      <span>{(isStale ? staleHeadline : linkHeadline)[link.name]}</span>
    </span>
  )
}
