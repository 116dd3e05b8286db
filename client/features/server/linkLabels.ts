import type { ServerStatus } from '../../../shared/features/server/server.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'

type LinkName = ServerStatus['link']['name']

/** The headline of the card. */
export const linkHeadline: Readonly<Record<LinkName, string>> = {
  up: 'Online',
  connecting: 'Connecting',
  refused: 'Password refused',
  down: 'OFFLINE',
  none: 'No link',
}

/** The headline while the hub does not answer: the last known state may be over. */
export const staleHeadline: Readonly<Record<LinkName, string>> = { ...linkHeadline, up: 'Last seen online' }

export interface LinkWarning {
  readonly tone: 'danger' | 'warn'
  /** `Link down for 42 s.` */
  readonly title: string
  /** What it means, and why. */
  readonly text: string
}

/** The game is read every few seconds: after this time without a reading it is called silent. */
const silentAfterMs = 60_000

/** As a sentence: with a capital and a full stop. */
const sentence = (why: string | null) => {
  const text = why?.trim() ?? ''
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1)
  return capitalized === '' || /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`
}

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** The time of the shown data. */
const lastSeen = ({ readAt }: ServerStatus, positionsAt: number | null) => {
  if (positionsAt !== null) return `Last positions from ${timeOf(positionsAt)}.`
  return readAt === null ? 'Nothing was read yet.' : `Last reading from ${timeOf(readAt)}.`
}

/**
 * The warning above the map when the game cannot be read; null while it can.
 * @param positionsAt epoch ms of the last positions on this page, if any
 * @param now server epoch ms
 */
export function linkWarning(status: ServerStatus, positionsAt: number | null, now: number): LinkWarning | null {
  const { link, readAt } = status
  const seen = lastSeen(status, positionsAt)
  const age = lengthOf(now - link.since)
  if (link.name === 'down')
    return { tone: 'danger', title: `Link down for ${age}.`, text: join(seen, sentence(link.why)) }
  if (link.name === 'refused')
    return {
      tone: 'danger',
      title: 'Password refused.',
      text: join('The game does not take the RCON password; the owner has to set the right one.', seen),
    }
  if (link.name === 'connecting')
    return { tone: 'warn', title: `Connecting for ${age}.`, text: join(seen, sentence(link.why)) }
  if (link.name === 'none')
    return { tone: 'warn', title: 'No game server.', text: 'The hub has no link to a game server.' }
  return readAt !== null && now - readAt > silentAfterMs
    ? { tone: 'warn', title: `No word from the game for ${lengthOf(now - readAt)}.`, text: seen }
    : null
}

/** The warning above the map when the hub does not answer. @param since and @param now epoch ms of this machine */
export const hubWarning = (since: number, now: number): LinkWarning => ({
  tone: 'danger',
  title: `The hub is silent for ${lengthOf(now - since)}.`,
  text: `What you see is from ${timeOf(since)}.`,
})
