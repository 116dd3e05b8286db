import type { Command, InputOf, OutputOf, RefusalOf } from '../../shared/engine/command.ts'
import type { Principal } from './principal.ts'
import type { Scheduler } from './schedule.ts'
import type { ReadSetting } from './setting.ts'
import type { Transaction } from './transaction.ts'

/** Whoever asks: an account, the hub's own worker by its name, or a guest, who has no id. */
export type Actor = Pick<Principal, 'id' | 'role' | 'can' | 'session'>

/** All that a rule may know and do. */
export interface Context<C extends Command = Command> extends Transaction {
  readonly actor: Actor
  /** From where they ask, as far as that is known; null for the hub's own workers. */
  readonly address: string | null
  /** Epoch ms, set by the authority: the only clock that a rule may read. */
  readonly now: number
  /** Of the person's command that this is; null for an order of the hub's own. What is done because of it bears it on. */
  readonly commandId: string | null
  /** A name that nothing else has, and nobody can guess. */
  newId(): string
  /** Adds a line to an archive, kept together with the change. */
  record(archive: string, key: string, line: Record<string, unknown>): void
  /** Commands for later, kept with the change and run once, also after a restart. */
  readonly schedule: Scheduler
  readonly setting: ReadSetting
  /** Stops the rule. Nothing that it has written is kept. */
  refuse(code: RefusalOf<C>): never
}
export type Rule<C extends Command> = (context: Context<C>, input: InputOf<C>) => OutputOf<C>

export interface Implementation {
  readonly command: Command
  readonly rule: Rule<Command>
}
export const implement = <C extends Command>(command: C, rule: Rule<C>): Implementation => ({
  command,
  rule: rule as unknown as Rule<Command>,
})

/** An expected "no", from the command's own closed table. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
