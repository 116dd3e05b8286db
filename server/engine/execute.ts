import type { Answer } from '../../shared/protocol/calls.ts'
import type { Registry } from './registry.ts'

/** A command of the hub's own that was refused: with the code and the message that a user would get. */
export class CommandRefused extends Error {
  readonly code: string
  constructor(name: string, code: string, message: string) {
    super(message)
    this.name = `CommandRefused (${name}, ${code})`
    this.code = code
  }
  /** Whether the store could not take it. The command itself may be good. */
  get isStorageFailure() {
    return ['storageFull', 'unavailable', 'fateUnknown'].includes(this.code)
  }
}

/** @throws when no feature has the command, or when the input does not have its form */
export function parseCommand(registry: Pick<Registry, 'commands'>, name: string, input: unknown) {
  const implementation = registry.commands.get(name)
  if (!implementation) throw new Error(`No feature has brought the command "${name}"`)
  return { implementation, input: implementation.command.input.parse(input) }
}

/** @throws CommandRefused */
export function outputOf(name: string, answer: Answer): unknown {
  if (!answer.ok) throw new CommandRefused(name, answer.code, answer.message)
  return answer.output
}
