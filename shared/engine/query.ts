import type { z } from 'zod'
import type { Needing } from './permissions.ts'
import type { RefusalKind } from './refusals.ts'

/** A read-only call, for archives and for searches over many documents. Changes nothing and is not journaled. */
export interface Query<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Refusals extends Record<string, string> = Record<string, string>,
> extends Needing {
  readonly name: `${string}.${string}`
  readonly input: Input
  readonly output: Output
  /** Code to sentence, in the user's language. Codes of the engine (see refusals.ts) may not be reused. */
  readonly refusals?: Refusals
  /** What each refusal says; 'conflict' where it is left out. Programs get a status by it. */
  readonly refusalKinds?: Readonly<Partial<Record<Extract<keyof Refusals, string>, RefusalKind>>>
  /** For a costly query: how often one account, and one network, may call it in a minute before it is refused with `tooFast`. */
  readonly perMinute?: number
}
export type QueryRefusalOf<Q extends Query> = Extract<keyof NonNullable<Q['refusals']>, string>

export const defineQuery = <
  const Input extends z.ZodType,
  const Output extends z.ZodType,
  const Refusals extends Record<string, string> = Record<never, string>,
>(
  query: Query<Input, Output, Refusals>,
) => query
