import type { z } from 'zod'
import {
  type DoneBy,
  type EndedHold,
  type HoldEnd,
  type HoldsKind,
  mostEndedHolds,
  type NaturalKey,
  placeOfClaim,
  placeOfDay,
} from '../../shared/engine/once.ts'
import type { Context } from './rule.ts'
import { plain } from './transaction.ts'

type ClaimContext = Pick<Context, 'read' | 'edit' | 'now' | 'command' | 'commandId'>

/** Claims the values for the command that runs. Null if they were free; otherwise by which command they were claimed before. */
export function claim(context: ClaimContext, kind: NaturalKey, values: readonly string[]): DoneBy | null {
  const before = claimOf(context, kind, values)
  if (before) return before
  const { key, field } = placeOfClaim(values)
  context.edit(kind, key).claims[field] = doneBy(context)
  return null
}

/**
 * Claims the values for a day, once and permanently, in a quarter of a byte: for what a user gets every day. The command that claimed is not
 * kept. The last value is the field, those before it name the document. True if the day was free.
 * @param day as 2026-11-22, in UTC
 */
export function claimDay(context: ClaimContext, kind: NaturalKey, values: readonly string[], day: string): boolean {
  const { key, field, digit, bit } = placeOfDay(values, day)
  const { days } = context.read(kind, key)
  const digits = Object.hasOwn(days, field) ? (days[field] ?? '') : ''
  const before = Number.parseInt(digits[digit] ?? '0', 16)
  if (before & bit) return false
  const padded = digits.padEnd(digit + 1, '0')
  const after = (before | bit).toString(16)
  context.edit(kind, key).days[field] = padded.slice(0, digit) + after + padded.slice(digit + 1)
  return true
}

/** Whether the day was claimed; claims nothing. */
export function isDayClaimed(
  { read }: Pick<Context, 'read'>,
  kind: NaturalKey,
  values: readonly string[],
  day: string,
) {
  const { key, field, digit, bit } = placeOfDay(values, day)
  const { days } = read(kind, key)
  return ((Object.hasOwn(days, field) ? Number.parseInt(days[field]?.[digit] ?? '0', 16) : 0) & bit) !== 0
}

/** By which command it was claimed; null if it was not. */
export function claimOf({ read }: Pick<Context, 'read'>, kind: NaturalKey, values: readonly string[]): DoneBy | null {
  const { key, field } = placeOfClaim(values)
  const { claims } = read(kind, key)
  const found = Object.hasOwn(claims, field) ? claims[field] : undefined
  return found ? { ...found } : null
}

const doneBy = ({ command, commandId, now: at }: Pick<Context, 'command' | 'commandId' | 'now'>): DoneBy => ({
  command,
  commandId,
  at,
})

/** The result of a call that ends a hold. */
type HoldResult<Held> =
  /** It ended now: the held value is to be spent, or given back. */
  | { readonly state: 'ended'; readonly held: Held }
  /** It had ended before, in this way: nothing is to be done. */
  | { readonly state: 'endedBefore'; readonly before: EndedHold }
  /** There is no such hold, or it ended long ago. */
  | { readonly state: 'unknown' }

type HeldOf<Kind extends HoldsKind> = Kind extends HoldsKind<infer Held> ? z.output<Held> : never
interface OpenDraft {
  open: Record<string, { held: object; placed: object }>
  ended: Record<string, EndedHold>
}

/**
 * Sets something aside under an id that is new. The calling rule takes the held value from its owner, in the same change.
 * @throws when the id was used before
 */
export function placeHold<Kind extends HoldsKind>(
  context: ClaimContext,
  kind: Kind,
  owner: string,
  id: string,
  held: HeldOf<Kind>,
): void {
  const holds = context.edit(kind as HoldsKind, owner) as unknown as OpenDraft
  if (Object.hasOwn(holds.open, id) || Object.hasOwn(holds.ended, id))
    throw new Error(`The hold "${id}" of ${kind.kind}/${owner} was placed before`)
  holds.open[id] = { held: plain(held), placed: doneBy(context) }
}

/** Ends a hold. Whatever is called, and how often: a hold ends once, and every later call learns how. */
export function endHold<Kind extends HoldsKind>(
  context: ClaimContext,
  kind: Kind,
  owner: string,
  id: string,
  how: HoldEnd,
): HoldResult<HeldOf<Kind>> {
  const { open, ended } = context.read(kind as HoldsKind, owner) as unknown as OpenDraft
  const before = Object.hasOwn(ended, id) ? ended[id] : undefined
  if (before) return { state: 'endedBefore', before: plain(before) }
  const hold = Object.hasOwn(open, id) ? open[id] : undefined
  if (!hold) return { state: 'unknown' }
  const held = plain(hold.held) as HeldOf<Kind>
  const holds = context.edit(kind as HoldsKind, owner) as unknown as OpenDraft
  delete holds.open[id]
  holds.ended[id] = { ...doneBy(context), how }
  dropOldest(holds.ended)
  return { state: 'ended', held }
}

function dropOldest(ended: Record<string, EndedHold>) {
  const tooMany = Object.keys(ended).length - mostEndedHolds
  if (tooMany <= 0) return
  const byAge = Object.entries(ended).sort(([, one], [, other]) => one.at - other.at)
  for (const [id] of byAge.slice(0, tooMany)) delete ended[id]
}
