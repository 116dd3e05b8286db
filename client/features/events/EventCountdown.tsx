import { endOf, type ScheduledEvent } from '../../../shared/features/events/events.ts'
import { Countdown } from '../../ui/Countdown.tsx'

interface EventCountdownProps {
  readonly event: ScheduledEvent
  /** Instead of `Starts in`, and before `ends in`: for a place that does not name the event otherwise. */
  readonly title?: string
}

/** The time until an event starts, or until a running one ends. */
export const EventCountdown = ({ event, title }: EventCountdownProps) =>
  event.status === 'active' ? (
    <Countdown label={title === undefined ? 'Ends in' : `${title} ends in`} to={endOf(event)} over="Ending now" />
  ) : (
    <Countdown label={title ?? 'Starts in'} to={event.scheduledTime} over="Starting now" urgentMs={15 * 60_000} />
  )
