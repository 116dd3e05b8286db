import type { ServerState } from '../../../shared/features/server/serverState.ts'
import { hubAwayText } from '../../connection/connectionState.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import type { Health } from './health.ts'

interface HealthLabel {
  readonly name: string
  /** Beside the name; updated where it holds a time. */
  readonly detail: string
}

/** The text of the health sign. @param now server epoch ms */
export function healthLabel(health: Health, now: number): HealthLabel {
  switch (health.state) {
    case 'live':
      return { name: 'Live', detail: '' }
    case 'connecting':
      return { name: 'Connecting…', detail: '' }
    case 'reconnecting':
      return { name: 'Reconnecting…', detail: lengthOf(now - health.since) }
    case 'hubDown':
      return { name: "Can't reach the hub", detail: `since ${timeOf(health.since)}` }
    case 'reload':
      return { name: 'New version', detail: '' }
    case 'linkDown':
      return { name: health.cause === 'none' ? 'No game link' : 'Game link down', detail: '' }
    case 'staleData':
      return { name: health.readAt === null ? 'No data yet' : `Data ${lengthOf(health.ageMs)} old`, detail: '' }
  }
}

/** What a screen reader says when the health changes, once. */
export function healthAnnouncement(health: Health): string {
  switch (health.state) {
    case 'live':
      return 'The link to the game server is up.'
    case 'hubDown':
      return "Can't reach the hub. What you see is old."
    case 'reload':
      return 'A new version of this page is ready.'
    case 'linkDown':
      return linkFaults[health.cause].said
    case 'staleData':
      return 'The game server is not answering. What you see is old.'
    default:
      return ''
  }
}

const linkFaults = {
  down: { said: 'The game link is down.', text: '' },
  connecting: { said: '', text: '' },
  refused: {
    said: 'The game server refused the password.',
    text: 'The game server refused the RCON password. An owner must set the right one.',
  },
  silent: { said: 'The game server is connected, but not answering.', text: "It's connected, but not answering." },
  none: { said: '', text: 'The hub has no link to a game server.' },
} as const

const headlines: Readonly<Record<ServerState, string>> = {
  online: 'Online',
  stale: 'Stale',
  unread: 'No data yet',
  silent: 'OFFLINE',
  off: 'Status switched off',
  connecting: 'Connecting',
  refused: 'OFFLINE',
  down: 'OFFLINE',
  none: 'OFFLINE',
}

const lastSeen: Partial<Record<ServerState, string>> = {
  online: 'Last seen online',
  refused: 'Last seen offline',
  down: 'Last seen offline',
  none: 'Last seen offline',
  silent: 'Last seen offline',
}

/** The headline of the server sign. @param isHubAway then the state is the last known one */
export function serverHeadline(state: ServerState, readAt: number | null, isHubAway: boolean): string {
  if (state === 'stale' && readAt !== null) return `Stale since ${timeOf(readAt)}`
  return (isHubAway ? lastSeen[state] : undefined) ?? headlines[state]
}

/** A number that the game reported, or a dash for one that it did not. */
export const figureOf = (value: number | null) => (value === null ? '–' : String(value))

export interface HealthNotice {
  readonly tone: 'danger' | 'warn'
  /** `Game link down for 42 s.` */
  readonly title: string
  /** What it means, and why. */
  readonly text: string
}

/** As a sentence: with a capital and a full stop. */
const sentence = (why: string | null) => {
  const text = why?.trim() ?? ''
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1)
  return capitalized === '' || /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`
}

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

interface ShownTimes {
  /** Of the last positions on this page, if any. */
  readonly positionsAt: number | null
  /** Of the game's last status. */
  readonly readAt: number | null
}

/** The time of the shown data. */
const seen = ({ positionsAt, readAt }: ShownTimes) => {
  if (positionsAt !== null) return `Last positions from ${timeOf(positionsAt)}.`
  return readAt === null ? 'No data yet.' : `Last reading from ${timeOf(readAt)}.`
}

/**
 * The warning above the map when what it shows is old; null while it is not. All times: server epoch ms.
 * @param withCause whether it says what is wrong with the link: staff can do something about it, a player can't
 */
export function healthNotice(health: Health, times: ShownTimes, now: number, withCause: boolean): HealthNotice | null {
  switch (health.state) {
    case 'hubDown':
      return { tone: 'danger', title: hubAwayText, text: `What you see is from ${timeOf(health.since)}.` }
    case 'staleData':
      return health.readAt === null
        ? { tone: 'warn', title: `Connected for ${lengthOf(health.ageMs)}.`, text: 'No data from the game yet.' }
        : { tone: 'warn', title: `Data is ${lengthOf(health.ageMs)} old.`, text: seen(times) }
    case 'linkDown':
      return linkNotice(health, times, now, withCause)
    default:
      return null
  }
}

function linkNotice(
  { cause, since, why }: Extract<Health, { readonly state: 'linkDown' }>,
  times: ShownTimes,
  now: number,
  withCause: boolean,
): HealthNotice {
  const { text } = linkFaults[cause]
  if (cause === 'none') return { tone: 'warn', title: 'No game link.', text }
  const title = `Game link down for ${lengthOf(now - since)}.`
  const tone = cause === 'connecting' ? 'warn' : 'danger'
  return { tone, title, text: withCause ? join(text, seen(times), sentence(why)) : seen(times) }
}
