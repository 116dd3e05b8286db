import { useAtom } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { placeText } from '../../../shared/features/events/eventPlace.ts'
import { type EventType, eventDurationMs, titleOf } from '../../../shared/features/events/events.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { later } from '../../shell/screenCode.ts'
import { useNow } from '../../ui/Time.tsx'
import { startedEvent } from './eventLists.ts'
import { useEventsById } from './useEvents.ts'
import { testEffectAtom } from './warning.ts'

const WarningDialog = later(() => import('./WarningDialog.tsx').then((module) => module.WarningDialog))

/** The warning of an event that has just started, over every page, until its effects end or the user dismisses it. */
export function EventWarning() {
  return (
    <Suspense fallback={null}>
      <WarningNow />
    </Suspense>
  )
}

function WarningNow() {
  const byId = useEventsById()
  const now = useNow()
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const [tested, test] = useAtom(testEffectAtom)
  const started = startedEvent(byId, now)
  if (tested) return <TestWarning key={tested} type={tested} onClose={() => test(null)} />
  if (!started || dismissed.has(started.id)) return null
  return (
    <WarningDialog
      key={started.id}
      type={started.type}
      title={titleOf(started)}
      place={placeText(started)}
      link={`/events?event=${encodeURIComponent(started.id)}`}
      until={(started.triggeredAt ?? now) + eventDurationMs[started.type]}
      onClose={() => setDismissed((before) => new Set([...before, started.id]))}
    />
  )
}

function TestWarning({ type, onClose }: { readonly type: EventType; readonly onClose: () => void }) {
  const { serverNow } = useConnection()
  const [until] = useState(() => serverNow() + eventDurationMs[type])
  const isOver = useNow() >= until
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  return (
    <WarningDialog
      type={type}
      title={`Test of ${type}`}
      place="Only on this page"
      link={null}
      until={until}
      onClose={onClose}
    />
  )
}
