import type { ServerStatus } from '../../../shared/features/server/server.ts'
import { type ServerState, serverStateAt, statusEveryMs } from '../../../shared/features/server/serverState.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'

const headlines: Readonly<Record<ServerState, string>> = {
  online: 'Online',
  stale: 'Stale',
  unread: 'Nothing read yet',
  silent: 'OFFLINE',
  off: 'Status switched off',
  connecting: 'Connecting',
  refused: 'Password refused',
  down: 'OFFLINE',
  none: 'No link',
}

/** The headline of the server sign. @param isHubSilent the last known state may be over */
export function serverHeadline(state: ServerState, readAt: number | null, isHubSilent: boolean): string {
  if (state === 'stale' && readAt !== null) return `Stale since ${timeOf(readAt)}`
  return isHubSilent && state === 'online' ? 'Last seen online' : headlines[state]
}

/** A number that the game reported, or a dash for one that it did not. */
export const figureOf = (value: number | null) => (value === null ? '–' : String(value))

export interface LinkWarning {
  readonly tone: 'danger' | 'warn'
  /** `Link down for 42 s.` */
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
  const silence = `No word from the game for ${lengthOf(now - (readAt ?? link.since))}.`
  switch (serverStateAt(status, now)) {
    case 'online':
    case 'off':
      return null
    case 'stale':
      return { tone: 'warn', title: silence, text: seen }
    case 'silent':
      return { tone: 'danger', title: silence, text: join('It answers nothing that can be read.', seen) }
    case 'unread':
      // The first reading takes a moment.
      if (now - link.since <= statusEveryMs) return null
      return { tone: 'warn', title: `Connected for ${age}.`, text: 'The game has sent nothing legible yet.' }
    case 'down':
      return { tone: 'danger', title: `Link down for ${age}.`, text: join(seen, sentence(link.why)) }
    case 'refused':
      return {
        tone: 'danger',
        title: 'Password refused.',
        text: join('The game does not take the RCON password; the owner has to set the right one.', seen),
      }
    case 'connecting':
      return { tone: 'warn', title: `Connecting for ${age}.`, text: join(seen, sentence(link.why)) }
    case 'none':
      return { tone: 'warn', title: 'No game server.', text: 'The hub has no link to a game server.' }
  }
}

/** The warning above the map when the hub does not answer. @param since and @param now epoch ms of this machine */
export const hubWarning = (since: number, now: number): LinkWarning => ({
  tone: 'danger',
  title: `The hub is silent for ${lengthOf(now - since)}.`,
  text: `What you see is from ${timeOf(since)}.`,
})
