import type { z } from 'zod'
import type { Archive, Origin } from '../../shared/engine/archive.ts'
import type { Command, InputOf, OutputOf, RefusalOf } from '../../shared/engine/command.ts'
import type { DocumentId, Person } from '../../shared/engine/document.ts'
import type { Principal } from './principal.ts'
import type { Scheduler } from './schedule.ts'
import type { Transaction } from './transaction.ts'

/** The actor of the command: an account, a worker of the hub by its name, or a guest, who has no id. */
export type Actor = Pick<Principal, 'id' | 'role' | 'can' | 'session'>

/** All that a rule may know and do. */
export interface Context<C extends Command = Command> extends Transaction {
  readonly actor: Actor
  /** From where the user acts; nothing is known of the origin of workers of the hub. */
  readonly origin: Origin
  /** Epoch ms, set by the leader: the only clock that a rule may read. */
  readonly now: number
  /** Name of the command that runs. */
  readonly command: string
  /** Of the user's command; null for a command of the hub itself. Everything that results from the command carries this id. */
  readonly commandId: string | null
  /** Unique, and cannot be guessed. */
  newId(): string
  /** Adds a row to an archive, kept together with the change. */
  archive<A extends Archive>(archive: A, row: z.input<A['schema']>): void
  /** Commands to be run later, kept with the change and run once, even after a restart. */
  readonly schedule: Scheduler
  readonly setting: ReadSetting
  /**
   * Erases a person from all documents, as their kinds declare. Returns the documents that the store must delete with their keys.
   * Archives and journal are erased by `hub.erase`.
   */
  erasePerson(person: Person): readonly DocumentId[]
  /**
   * Stops the rule. Nothing that it has written is kept.
   * @param values for the places of the refusal's sentence: `refuse('repriced', { now: 12 })` for `It costs {now} now.`
   */
  refuse(code: RefusalOf<C>, values?: RefusalValues): never
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

export type RefusalValues = Readonly<Record<string, string | number>>

/** The sentence of a refusal with its values. A place without a value stays, so that a test sees it. */
export const refusalSentence = (sentence: string, values?: RefusalValues) =>
  values === undefined
    ? sentence
    : sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
        Object.hasOwn(values, name) ? String(values[name]) : place,
      )

/** An expected "no", from the closed table of the command or query. Without a stack, which would cost more than the rest of a refusal. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
  }
}

/** A value of the hub's configuration that rules and queries of several features read. One feature sets it. */
interface Setting<Value> {
  readonly name: string
  /** The value where no feature sets it. */
  readonly fallback: Value
}
export interface SettingValue {
  readonly setting: Setting<unknown>
  readonly value: unknown
}
export type ReadSetting = <Value>(setting: Setting<Value>) => Value

export const defineSetting = <Value>(name: string, fallback: Value): Setting<Value> => ({ name, fallback })

export const setTo = <Value>(setting: Setting<Value>, value: Value): SettingValue => ({ setting, value })

/** @throws when two values are for one setting */
export function createReadSetting(values: readonly SettingValue[]): ReadSetting {
  const known = new Map<string, unknown>()
  for (const { setting, value } of values) {
    if (known.has(setting.name)) throw new Error(`The setting "${setting.name}" is set twice`)
    known.set(setting.name, value)
  }
  return <Value>({ name, fallback }: Setting<Value>) => (known.has(name) ? (known.get(name) as Value) : fallback)
}
