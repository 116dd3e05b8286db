import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { connectionAtom, helloAtom } from '../../connection/connectionState.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './ReplayScreen.module.css'
import { ReplayView } from './ReplayView.tsx'
import { fullSpan, nearestMoment } from './recordedSpans.ts'
import { useSpan } from './useReplay.ts'

/** How long ago the replay begins by default. */
const defaultAgoMs = 5 * 60_000

/** The time in the address, epoch ms; null if none. */
const requestedMoment = (query: URLSearchParams): number | null => {
  const at = Number(query.get('at') ?? Number.NaN)
  return Number.isFinite(at) && at > 0 ? at : null
}

/** Replay of the last hour on the map, for staff. */
export function ReplayScreen() {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (!hello)
    return name === 'stale' ? (
      <Empty picture="mast" title="The hub does not answer" text="This page goes on calling. Nothing is lost." />
    ) : (
      <Empty picture="lantern" title="Calling the hub" text="" />
    )
  if (!hello.may.includes('viewAllPositions'))
    return (
      <Empty
        picture="gate"
        title="Not open to you"
        text="The replay shows where everyone was. It is open to staff who may see all positions: admins and the owner."
      />
    )
  // Keyed by user: a different user gets a fresh page.
  return <ReplayPage key={hello.principal?.id ?? ''} />
}

interface EmptyProps {
  readonly picture: Parameters<typeof EmptyState>[0]['picture']
  readonly title: string
  readonly text: string
}

function Empty({ picture, title, text, children }: EmptyProps & { readonly children?: React.ReactNode }) {
  return (
    <main className={styles.empty}>
      <h1 className="unseen">Replay</h1>
      <EmptyState picture={picture} title={title}>
        {text === '' ? null : <p>{text}</p>}
        {children}
      </EmptyState>
    </main>
  )
}

function ReplayPage() {
  const span = useSpan()
  const { serverNow } = useConnection()
  const [query] = useSearchParams()
  const [asked] = useState(() => requestedMoment(query))
  const whole = fullSpan(span.spans)
  if (!span.value && span.refusal)
    return (
      <Empty picture="mast" title="The replay did not come" text={span.refusal.message}>
        <Button onClick={span.reload}>Ask again</Button>
      </Empty>
    )
  if (!span.value) return <Empty picture="lantern" title="Fetching the last hour" text="" />
  if (!whole)
    return (
      <Empty
        picture="tracks"
        title="Nothing is kept yet"
        text={
          span.value.truncated ??
          'The hub records while somebody watches the map. Look at the live map for a while, and come back.'
        }
      />
    )
  const wanted = asked ?? Math.max(whole.from, whole.until - defaultAgoMs)
  const begin = nearestMoment(span.spans, wanted) ?? whole.until
  return (
    <ReplayView
      begin={begin}
      missed={asked !== null && begin !== asked ? asked : null}
      spans={span.spans}
      keptMs={span.value.keptMs}
      truncated={span.value.truncated}
      now={serverNow()}
    />
  )
}
