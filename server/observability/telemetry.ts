import type { Permission } from '../../shared/engine/permissions.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { Node } from '../cluster/node.ts'
import type { Clock } from '../engine/clock.ts'
import type { CallEvent, CommandEvent } from '../engine/events.ts'
import type { Feature } from '../engine/feature.ts'
import { cleanName, createLineLimit } from '../engine/lineLimit.ts'
import type { ActionEvent } from './linkMetrics.ts'
import type { Log } from './log.ts'
import { type Metrics, outcomeOf } from './metrics.ts'

export interface TelemetryDeps {
  readonly clock: Pick<Clock, 'monotonic'>
  readonly log: Log
  readonly metrics: Metrics
  readonly features: readonly Feature[]
}

/** Outcomes that any visitor can cause at any rate: the call was refused before its rule. */
const refusedOutcomes = [
  'unknownCommand',
  'badId',
  'readOnly',
  'signedOut',
  'forbidden',
  'badInput',
  'tooFast',
  'tooManyGuesses',
]

/**
 * Counts events and logs one line for each; calls that are refused before their rule share one line per address, outcome and minute. The id of a command is in the line of every step, on every node, from the call to the
 * game's reply. A command's input is in none: it is in the audit, for those who may read it.
 */
export function createTelemetry({ clock, log, metrics, features }: TelemetryDeps) {
  const refusals = createLineLimit(clock)
  const levelOf = createLevels(features)
  /** Fields that name this node, where several nodes write logs. */
  let nodeFields: Node['logFields'] = {}
  return {
    nodeOpened({ logFields }: Pick<Node, 'logFields'>) {
      nodeFields = logFields
    },
    call(event: CallEvent) {
      metrics.call(event)
      const { kind, name, id, address, answer, ms } = event
      const outcome = outcomeOf(answer)
      const context = { ...nodeFields, ...(id && { commandId: id }), [kind]: cleanName(name), outcome, ms: rounded(ms) }
      if (refusedOutcomes.includes(outcome)) {
        const line = refusals(outcome, address)
        if (line) log.info({ ...context, ...line }, 'calls are refused')
        else metrics.lineLeftOut()
        return
      }
      log[kind === 'query' ? 'debug' : levelOf(name)](context, `${kind} answered`)
    },
    command(event: CommandEvent) {
      metrics.command(event)
      const { name, id, by, answer, ms } = event
      const outcome = outcomeOf(answer)
      // The node that got the call logs those.
      if (refusedOutcomes.includes(outcome)) return
      const context = {
        ...nodeFields,
        ...(id && { commandId: id }),
        command: name,
        outcome,
        ...(answer.ok && answer.seq > 0 && { seq: answer.seq }),
        ms: rounded(ms),
      }
      log[by === 'hub' ? 'trace' : levelOf(name)](context, 'command carried out')
    },
    /** The state of a delivery has changed, durably. */
    delivery(delivery: Delivery) {
      metrics.delivery.changed(delivery)
      const { id, commandId, kind, state, link, attempts } = delivery
      log.info({ ...nodeFields, commandId, delivery: id, kind, link, attempts }, `delivery ${state}`)
    },
    action({ ms, outcome, ...action }: ActionEvent) {
      log.info({ ...nodeFields, ...action, outcome, ms: rounded(ms) }, 'the game answered')
    },
  }
}
export type Telemetry = ReturnType<typeof createTelemetry>

/** Commands with these permissions are frequent: they are logged at debug level only. */
const frequentPermissions: readonly Permission[] = ['look', 'play']

function createLevels(features: readonly Feature[]) {
  const commands = features.flatMap((feature) => feature.commands.map(({ command }) => command))
  const frequent = new Set<string>(
    commands.filter(({ permission }) => frequentPermissions.includes(permission)).map(({ name }) => name),
  )
  return (name: string) => (frequent.has(name) ? 'debug' : 'info')
}

const rounded = (ms: number) => Math.round(ms * 100) / 100
