import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { ClosedPage } from '../../ui/templates/PageFrame.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { ReplayView } from './ReplayView.tsx'
import { fullSpan, nearestMoment } from './recordedSpans.ts'
import { useSpan } from './useReplay.ts'

/** How long ago the replay begins by default. */
const defaultAgoMs = 5 * 60_000

/** The time in the address, epoch ms; null if none. */
const requestedMoment = (query: URLSearchParams): number | null => {
  const at = Number(query.get('at') ?? Number.NaN)
  // A greater number is not a date, and could not be shown.
  return at > 0 && at <= 8.64e15 ? at : null
}

/** Replay of the last hour on the map, for staff. */
export const ReplayScreen = () => (
  <PermissionGate title="Replay" needs="viewAllPositions">
    {() => <ReplayPage />}
  </PermissionGate>
)

function ReplayPage() {
  const span = useSpan()
  const { serverNow } = useConnection()
  const [query] = useSearchParams()
  const [asked] = useState(() => requestedMoment(query))
  const whole = fullSpan(span.spans)
  if (!span.value || !whole)
    return (
      <ClosedPage title="Replay">
        <StatefulContent
          {...statesOf(span, () => true, {
            title: 'Nothing is recorded yet.',
            children: (
              <p>
                {span.value?.truncated ?? 'The hub records while someone watches the live map. Watch it for a minute.'}
              </p>
            ),
          })}
        >
          {null}
        </StatefulContent>
      </ClosedPage>
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
