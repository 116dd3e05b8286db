import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom } from '../../connection/connectionState.ts'
import { helloAtom } from '../../connection/handshake.ts'
import { Blank } from '../../ui/Blank.tsx'
import { timeOf } from '../../ui/durations.ts'
import styles from './PrincipalGate.module.css'

interface WhoIsHereProps {
  readonly guest: ReactNode
  readonly children: (me: string) => ReactNode
}

/** One thing for guests and another for who is signed in; until the hub has said which, that it is being asked. */
export function WhoIsHere({ guest, children }: WhoIsHereProps) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return hello.you ? children(hello.you.id) : guest
  return name === 'stale' ? (
    <Blank picture="mast" title="The hub does not answer">
      <p>Whether you are signed in cannot be told. This page goes on calling.</p>
    </Blank>
  ) : (
    <div role="status">
      <Blank picture="lantern" title="Checking authentication..." />
    </div>
  )
}

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
