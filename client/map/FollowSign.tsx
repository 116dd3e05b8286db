import { useRef, useSyncExternalStore } from 'react'
import type { View } from './createView.ts'
import styles from './FollowSign.module.css'
import type { Herd } from './herd.ts'

interface FollowSignProps {
  readonly view: View
  readonly herd: Herd
}

/** Whom the view goes after, and how to end it. */
export function FollowSign({ view, herd }: FollowSignProps) {
  const id = useSyncExternalStore(view.subscribe, view.followed)
  const name = useSyncExternalStore(herd.subscribe, () => (id === null ? undefined : herd.find(id)?.label))
  const isPlaced = useSyncExternalStore(herd.subscribe, () => {
    const marker = id === null ? undefined : herd.find(id)
    return marker !== undefined && herd.at(marker, herd.now()) !== null
  })
  const last = useRef({ id, name })
  if (name !== undefined || last.current.id !== id) last.current = { id, name }
  const known = last.current.name ?? 'them'
  return (
    <div className={styles.place} role="status">
      {id === null ? null : (
        <p className={styles.sign} data-keep-clear>
          <span>
            {isPlaced ? 'Following' : 'Waiting for'} <b>{known}</b>
          </span>
          <button type="button" onClick={() => view.follow(null)}>
            Stop<span className="unseen"> following {known}</span>
          </button>
        </p>
      )}
    </div>
  )
}
