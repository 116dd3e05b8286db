import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom, helloAtom } from '../../connection/connectionState.ts'
import { timeOf } from '../../ui/durations.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './PrincipalGate.module.css'

interface PrincipalGateProps {
  readonly guest: ReactNode
  readonly children: (account: string) => ReactNode
}

/** One content for guests and another for a principal; before the hello a loading state. */
export function PrincipalGate({ guest, children }: PrincipalGateProps) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return hello.principal ? children(hello.principal.id) : guest
  return name === 'stale' ? (
    <EmptyState picture="mast" title="The hub does not answer">
      <p>Whether you are signed in cannot be told. This page goes on calling.</p>
    </EmptyState>
  ) : (
    <div role="status">
      <EmptyState picture="lantern" title="Checking authentication..." />
    </div>
  )
}

/** The time of the page's data while the hub does not answer; otherwise nothing. */
export function StaleNotice() {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.note} role="status">
      The hub is not answering. What stands here is from {timeOf(since)}.
    </p>
  )
}
