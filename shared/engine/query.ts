import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** A read-only call, for archives and for searching many documents. Changes nothing and is not journaled. */
export interface Query<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: `${string}.${string}`
  readonly permission: Permission
  readonly input: Input
  readonly output: Output
  /** For what costs the hub much: how often one account, and one network, may ask it in a minute before it is told `tooFast`. */
  readonly perMinute?: number
}

export const defineQuery = <const Input extends z.ZodType, const Output extends z.ZodType>(
  query: Query<Input, Output>,
) => query
