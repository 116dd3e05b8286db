import type { CommandTold } from '../../engine/tellingCommands.ts'
import { type Meters, shortMs } from './meters.ts'
import { nameOf, outcomeOf } from './outcomeOf.ts'

/** Commands where the rules run: of people, and of the hub's own workers. */
export function createDispatchMetrics({ counter, histogram }: Meters) {
  const commands = counter('commands_total', 'Commands that were answered by the rules', ['command', 'by', 'outcome'])
  const commandMs = histogram('command_ms', 'From the coming of a command to its answer, durable, ms', shortMs, [
    'command',
  ])
  return ({ name, by, answer, ms }: CommandTold) => {
    const command = nameOf(name, answer)
    commands.inc({ command, by, outcome: outcomeOf(answer) })
    commandMs.observe({ command }, ms)
  }
}
