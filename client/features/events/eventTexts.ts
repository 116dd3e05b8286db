import {
  type EventType,
  populationNames,
  type ScheduledEvent,
  titleOf,
} from '../../../shared/features/events/events.ts'

const minuteMs = 60_000

/** How near an event is: within 5, 15 and 30 minutes, or later. */
export type Urgency = 'normal' | 'warning' | 'urgent' | 'critical'

/** @param leftMs until the start */
export const urgencyAt = (leftMs: number): Urgency => {
  if (leftMs <= 5 * minuteMs) return 'critical'
  if (leftMs <= 15 * minuteMs) return 'urgent'
  return leftMs <= 30 * minuteMs ? 'warning' : 'normal'
}

/** The same in words, so that it does not rest on colour alone. */
export const urgencyNames: Readonly<Record<Urgency, string>> = {
  normal: 'Within the hour',
  warning: 'Within 30 minutes',
  urgent: 'Within 15 minutes',
  critical: 'Within 5 minutes',
}

/** What the card of an event advises, by how near it is. */
export const countdownMessages: Readonly<Record<EventType, Readonly<Record<Urgency, string>>>> = {
  'Moonlight Hunt': {
    normal: 'A hunt begins within the hour. Eat and drink now. You will not have time later.',
    warning: 'The light is fading. Meet your pack and agree on who leads.',
    urgent: 'Move to the hunting ground and stay out of open water.',
    critical: 'Stay low and keep quiet. The hunt is about to begin.',
  },
  'Great Migration': {
    normal: 'A herd gathers within the hour. Look at its path on the map.',
    warning: 'The herd is forming. Fill up on food. The way is long.',
    urgent: 'Walk to the start of the path. The herd does not wait.',
    critical: 'The herd is about to move. Stay close to the others.',
  },
  'King of the Hill': {
    normal: 'A fight for a hill begins within the hour. Find the hill on the map.',
    warning: 'Others are on their way to the hill. Plan how you will reach it.',
    urgent: 'Take your place around the hill, outside the lethal zone.',
    critical: 'The hill opens in a moment. Be ready to take it and hold it.',
  },
}

/** What the warning says when an event starts. */
export const startTexts: Readonly<Record<EventType, { readonly headline: string; readonly text: string }>> = {
  'Moonlight Hunt': { headline: 'The hunt is on', text: 'Predators are out. Keep moving and watch the dark.' },
  'Great Migration': { headline: 'The herd is moving', text: 'Follow the path on the map and stay with the herd.' },
  'King of the Hill': { headline: 'Take the hill', text: 'Hold it alone to score. The nearer, the more dangerous.' },
}

/** The announcement of an event in the page. @param minutes before the start; 0 at the start */
export function announcementText(event: ScheduledEvent, minutes: number): string {
  const title = titleOf(event)
  if (minutes === 0) return `${title} has started.`
  return `${title} starts in ${minutes === 60 ? '1 hour' : minutes === 1 ? '1 minute' : `${minutes} minutes`}.`
}

/** A minute of the announcement timeline: `60 min`, `Start`. */
export const announcedName = (minutes: number): string => (minutes === 0 ? 'Start' : `${minutes} min`)

const statusNames = { scheduled: 'Scheduled', active: 'Running now', completed: 'Over' } as const

export const statusName = ({ status, ended }: Pick<ScheduledEvent, 'status' | 'ended'>): string =>
  ended === 'missed' ? 'Missed' : ended === 'cancelled' ? 'Cancelled' : statusNames[status]

export const missedText = 'The hub was down when this event was due, so it never started.'

/** The herd of a migration: `Triceratops, Medium Herd (20-50)`; null for other events. */
export const herdText = ({ species, population }: ScheduledEvent): string | null =>
  species === null ? null : population === null ? species : `${species}, ${populationNames[population]}`

/** `12 of 20 places taken, 3 waiting` */
export function seatsText(seats: { readonly registered: number; readonly waiting: number }, capacity: number | null) {
  const { registered, waiting } = seats
  const taken = capacity === null ? `${registered} registered` : `${registered} of ${capacity} places taken`
  return waiting === 0 ? taken : `${taken}, ${waiting} waiting`
}
