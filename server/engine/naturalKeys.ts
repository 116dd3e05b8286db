import { type DoneBy, type NaturalKey, placeOfClaim } from '../../shared/engine/naturalKey.ts'
import type { Context } from './rule.ts'

export type ClaimContext = Pick<Context, 'read' | 'edit' | 'now' | 'command' | 'commandId'>

/** Claims the values for the command that runs. Null if they were free; otherwise by which command they were claimed before. */
export function claim(context: ClaimContext, kind: NaturalKey, values: readonly string[]): DoneBy | null {
  const before = claimOf(context, kind, values)
  if (before) return before
  const { key, field } = placeOfClaim(values)
  context.edit(kind, key).claims[field] = doneBy(context)
  return null
}

export function claimOf({ read }: Pick<Context, 'read'>, kind: NaturalKey, values: readonly string[]): DoneBy | null {
  const { key, field } = placeOfClaim(values)
  const { claims } = read(kind, key)
  const found = Object.hasOwn(claims, field) ? claims[field] : undefined
  return found ? { ...found } : null
}

export const doneBy = ({ command, commandId, now: at }: Pick<Context, 'command' | 'commandId' | 'now'>): DoneBy => ({
  command,
  commandId,
  at,
})
