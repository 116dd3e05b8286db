import type { z } from 'zod'
import type { Needing } from './permissions.ts'
import type { RefusalKind } from './refusals.ts'

/** A command: who may give it, the form of its input and output, and every way in which it can be refused. */
export interface Command<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Refusals extends Record<string, string> = Record<string, string>,
> extends Needing {
  readonly name: `${string}.${string}`
  readonly input: Input
  readonly output: Output
  /** Code to sentence, in the user's language. Codes of the engine (see refusals.ts) may not be reused. */
  readonly refusals: Refusals
  /** What each refusal says; 'conflict' where it is left out. Programs get a status by it. */
  readonly refusalKinds?: Readonly<Partial<Record<Extract<keyof Refusals, string>, RefusalKind>>>
  /** May be given by a user who views the site as a role; every other command is refused with `readOnly` then. */
  readonly whileViewing?: true
  /** Top-level fields of the input that are never journaled; the journal has '[hidden]' instead. */
  readonly secrets?: readonly string[]
  /**
   * For a command by which a secret could be guessed: the refusals that a failed attempt gets, and how many of them one account, and
   * one network, may get in a minute before it is refused with `tooManyGuesses`.
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
