import { useEffect } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { readWaitingPlace } from '../../../shared/features/events/commands.ts'
import { eventSeats, events, ownEvents } from '../../../shared/features/events/events.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'

const none = {}

/** Scheduled, running and latest events, by id; empty until they are here. */
export const useEventsById = () => useDocument(events, mainServer).value?.events ?? none

/** What the user is registered for, by event; null until it is here. */
export const useOwnEvents = (account: string) => useDocument(ownEvents, account).value

/** The place of the user in the waiting list, 1 for the first; null if the user does not wait. Asked again whenever the list moves. */
export function useWaitingPlace(event: string, isWaiting: boolean): number | null {
  const waitFrom = useDocument(eventSeats, event).value?.waitFrom
  const { value, reload } = useQuery(readWaitingPlace, isWaiting ? { event } : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place changes with the list
  useEffect(() => {
    if (isWaiting) reload()
  }, [waitFrom, isWaiting, reload])
  return isWaiting ? (value?.place ?? null) : null
}
