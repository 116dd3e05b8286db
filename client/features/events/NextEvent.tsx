import { Link } from 'wouter'
import { titleOf } from '../../../shared/features/events/events.ts'
import { useNow } from '../../ui/Time.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { EventCountdown } from './EventCountdown.tsx'
import { nearEvents } from './eventLists.ts'
import { useEventsById } from './useEvents.ts'

const lookEveryMs = 10_000

/** In the head of the page: the countdown of the event that runs, otherwise of the next one within the hour. */
export function NextEvent() {
  const [next] = nearEvents(useEventsById(), useNow(lookEveryMs))
  const isOff = useSwitchedOff('events')
  if (!next || isOff) return null
  return (
    <Link href={`/events?event=${encodeURIComponent(next.id)}`}>
      <EventCountdown event={next} title={titleOf(next)} />
    </Link>
  )
}
