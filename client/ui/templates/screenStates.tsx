import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom, hubAwayText } from '../../connection/connectionState.ts'
import { timeOf } from '../durations.ts'
import { EmptyState, type PictureName } from '../EmptyState.tsx'
import { ErrorState, OfflineState } from '../ErrorState.tsx'
import styles from './states.module.css'

/** What a screen has to show. Whether it is offline or stale is not the screen's to say: the template reads that from the connection. */
export type ScreenState = 'ready' | 'loading' | 'empty' | 'refused'

interface EmptyText {
  readonly picture?: PictureName
  /** What there is none of: `No commands yet.` */
  readonly title: string
  /** What will change it, or the action that does. */
  readonly children?: ReactNode
}

interface RefusedText {
  /** Why: the message of the refusal. */
  readonly message: string
  readonly onRetry?: () => void
}

/** The states of a screen, required by every template, so that none is forgotten. Null says that the state cannot occur. */
export interface ScreenStates {
  readonly state: ScreenState
  readonly empty: EmptyText | null
  readonly refused: RefusedText | null
}

/** For a screen that asks the hub nothing: it is always ready. */
export const alwaysReady: ScreenStates = { state: 'ready', empty: null, refused: null }

/** A document or the answer to a query, as `useDocument` and `useQuery` return them. */
interface Source<Value> {
  readonly state: 'loading' | 'here' | 'refused'
  readonly value: Value | null
  readonly refusal?: { readonly message: string; readonly code: string } | null
  reload?(): void
}

/**
 * The states of a screen with one source. A value stays shown while the next one is loaded.
 * @param isEmpty whether there is nothing to show
 */
export function statesOf<Value>(
  source: Source<Value>,
  isEmpty: (value: Value) => boolean,
  empty: EmptyText | null,
): ScreenStates {
  const { value, refusal = null, reload } = source
  const message = refusal?.message ?? "You can't read this."
  const refused = { message, ...(reload ? { onRetry: () => reload() } : {}) }
  if (value !== null) return { state: isEmpty(value) ? 'empty' : 'ready', empty, refused }
  // While the hub is away the template says so, and the query is asked again when the hub is back.
  const isRefused = source.state === 'refused' && refusal?.code !== 'offline'
  return { state: isRefused ? 'refused' : 'loading', empty, refused }
}

/** The content of a screen, or of a part of it that loads by itself, in its present state. */
export function StatefulContent({ state, empty, refused, children }: ScreenStates & { readonly children: ReactNode }) {
  const { name } = useAtomValue(connectionAtom)
  const isAway = name === 'reconnecting' || name === 'stale'
  if (state === 'loading') return isAway ? <OfflineState /> : <LoadingState />
  if (state === 'refused')
    return <ErrorState title={refused?.message ?? "You can't read this."} onRetry={refused?.onRetry} />
  if (state === 'empty' && empty)
    return (
      <EmptyState picture={empty.picture ?? 'tracks'} title={empty.title}>
        {empty.children}
      </EmptyState>
    )
  return children
}

/** Lines where the content will be. It appears after a moment, so that a quick answer does not flicker. */
export const LoadingState = () => (
  <div className={styles.loading} role="status" data-loading>
    <span className="unseen">Loading…</span>
    <i />
    <i />
    <i />
    <i />
  </div>
)

interface SettledProps {
  /** The states of all that the layout depends on. */
  readonly parts: readonly ('loading' | 'here' | 'refused')[]
  /** Lines are shown in its place meanwhile. */
  readonly hasLines?: boolean
  readonly children: ReactNode
}

/**
 * Content whose layout depends on several parts, or that is below them: it is not seen until all have arrived, so that nothing jumps as they come. It loads
 * meanwhile, and is shown while the hub is away.
 */
export function Settled({ parts, hasLines = false, children }: SettledProps) {
  const { name } = useAtomValue(connectionAtom)
  const waits = (name === 'connecting' || name === 'live') && parts.includes('loading')
  return (
    <>
      {waits && hasLines ? <LoadingState /> : null}
      <div className={styles.settled} data-waits={waits || undefined}>
        {children}
      </div>
    </>
  )
}

/** The time of the shown data while the hub is away; otherwise nothing. */
export function StaleNote() {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.stale} data-testid="stale" role="status">
      <strong>{hubAwayText}</strong> This page is as of {timeOf(since)}. Your changes are sent when the hub answers.
    </p>
  )
}
