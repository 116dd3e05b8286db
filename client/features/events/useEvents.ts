import { mainServer } from '../../../shared/engine/ids.ts'
import { events, ownEvents } from '../../../shared/features/events/events.ts'
import { useDocument } from '../../connection/useDocument.ts'

const none = {}

/** Scheduled, running and latest events, by id; empty until they are here. */
export const useEventsById = () => useDocument(events, mainServer).value?.events ?? none

/** What the user is registered for, by event; null until it is here. */
export const useOwnEvents = (account: string) => useDocument(ownEvents, account).value
