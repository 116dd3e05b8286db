import type { GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError } from '../actionLink.ts'
import type { Placeholder } from './wordTable.ts'

/** A Steam id, or the EOS id of older builds. */
const playerId = /^(?:\d{15,20}|[0-9a-f]{32})$/i
/** Names are for people who read along: the id says who is meant. */
const longestName = 64

/** What each placeholder stands for in this action; null where the action does not say it. */
export function actionValues({ target, detail }: GameAction): Readonly<Record<Placeholder, string | null>> {
  const id = target && idOf(target.id)
  const { destination, destinationName, durationMs = null, on } = detail
  return {
    id,
    name: id && label(target?.name, id),
    reason: plainLine(detail.reason ?? '') || 'No reason given',
    seconds: durationIn(durationMs, 1_000),
    minutes: durationIn(durationMs, 60_000),
    destination: destination === undefined ? null : idOf(destination),
    destinationName: destination === undefined ? null : label(destinationName, destination),
    text: plainLine(detail.text ?? '') || null,
    on: on === undefined ? null : on ? '1' : '0',
  }
}

/** One line without control characters: a NUL would end a frame, and what follows a line end would be a command. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    // In an answer it is a sign of bytes that are no text.
    .replaceAll('\u{FFFD}', '?')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

function idOf(id: string): string {
  if (playerId.test(id)) return id
  throw new ActionError('unsendable', `"${plainLine(id)}" is no id of a player: a SteamID64 has 17 digits.`)
}

/** A name that looks like an id must not be taken for one. */
function label(name: string | undefined, id: string): string {
  const line = [...plainLine(name ?? '')].slice(0, longestName).join('').trim()
  if (line === '') return `player ${id.slice(-4)}`
  return /^[\d\s,;]+$/.test(line) || playerId.test(line) ? `#${line}` : line
}

/** Rounded up, so that nobody is let in too early; 0 is for ever. */
const durationIn = (durationMs: number | null, unitMs: number) =>
  String(durationMs === null ? 0 : Math.ceil(durationMs / unitMs))
