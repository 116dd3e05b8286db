import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** One thing that may be asked for: who may ask, in what form, and every way it can be refused. */
export interface Command<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Refusals extends Record<string, string> = Record<string, string>,
> {
  readonly name: `${string}.${string}`
  readonly permission: Permission
  readonly input: Input
  readonly output: Output
  /** Code to sentence, in the person's language. Codes of the engine (see refusals.ts) may not be reused. */
  readonly refusals: Refusals
  /** May be asked for by whoever only views the site as a role; everything else is refused with `readOnly` then. */
  readonly whileViewing?: true
  /** Top-level fields of the input that must never be written down; the journal keeps '[hidden]' instead. */
  readonly secrets?: readonly string[]
  /**
   * For a command by which something secret could be guessed: the refusals that a wrong guess gets, and how many of them one
   * account, and one address, may get in a minute before it is told `tooManyGuesses`.
   */
  readonly attemptLimit?: { readonly refusals: readonly string[]; readonly perMinute: number }
}
export type InputOf<C extends Command> = z.output<C['input']>
export type OutputOf<C extends Command> = z.output<C['output']>
export type RefusalOf<C extends Command> = Extract<keyof C['refusals'], string>

export const defineCommand = <
  const Input extends z.ZodType,
  const Output extends z.ZodType,
  const Refusals extends Record<string, string>,
>(
  command: Command<Input, Output, Refusals>,
) => command
