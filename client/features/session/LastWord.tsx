import { useAtomValue } from 'jotai'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { timeOf } from '../../ui/durations.ts'
import styles from './LastWord.module.css'

/** From when the page is, while the hub does not answer. Nothing while it does. */
export function LastWord() {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.word} role="status">
      The hub is not answering. What stands here is from {timeOf(since)}.
    </p>
  )
}
