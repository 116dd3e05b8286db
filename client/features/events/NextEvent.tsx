import { Link } from 'wouter'
import { titleOf } from '../../../shared/features/events/events.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { useNow } from '../../ui/Time.tsx'
import { useSwitchedOff } from '../server/switchedOff.ts'
import { nearEvents } from './eventLists.ts'
import { useEventsById } from './useEvents.ts'

const lookEveryMs = 10_000

/** In the head of the page: the countdown of the next event, where one starts within the hour. */
export function NextEvent() {
  const [next] = nearEvents(useEventsById(), useNow(lookEveryMs))
  const isOff = useSwitchedOff('events')
  if (!next || isOff) return null
  return (
    <Link href={`/events?event=${encodeURIComponent(next.id)}`}>
      <Countdown label={titleOf(next)} to={next.scheduledTime} over="Starting now" urgentMs={15 * 60_000} />
    </Link>
  )
}
