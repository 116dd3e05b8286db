import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** A read-only call, for archives and for searching many documents. Changes nothing and is not journaled. */
export interface Query<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: `${string}.${string}`
  readonly permission: Permission
  readonly input: Input
  readonly output: Output
}

export const defineQuery = <const Input extends z.ZodType, const Output extends z.ZodType>(
  query: Query<Input, Output>,
) => query
