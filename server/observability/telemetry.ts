import type { Permission } from '../../shared/engine/permissions.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { Node } from '../cluster/node.ts'
import type { Feature } from '../engine/feature.ts'
import { type CallTold, tellingCalls } from '../engine/tellingCalls.ts'
import type { CommandTold } from '../engine/tellingCommands.ts'
import type { Log } from './log.ts'
import type { ActTold } from './metrics/meteredGame.ts'
import { outcomeOf } from './metrics/outcomeOf.ts'
import type { Metrics } from './metrics.ts'

interface TellingParts {
  readonly log: Log
  readonly metrics: Metrics
  readonly features: readonly Feature[]
}

/** What everybody may do all the time is written down only by those who look closely. */
const everydayPermissions: readonly Permission[] = ['look', 'play']
const rounded = (ms: number) => Math.round(ms * 100) / 100

/**
 * Counts what happens and writes it down, a line a step. The id of a command stands in the line of each step, on every node, from the
 * press of a button to the reply of the game. What was said in a command stands in none: the audit has it, for those who may read it.
 */
export function createTelling({ log, metrics, features }: TellingParts) {
  const levelOf = createLevels(features)
  /** Which node writes the line, where there are others. */
  let own: { readonly node?: string } = {}
  /** Whoever asked has the answer. */
  const call = (told: CallTold) => {
    metrics.call(told)
    const { kind, name, id, answer, ms } = told
    const context = { ...own, ...(id && { commandId: id }), [kind]: name, outcome: outcomeOf(answer), ms: rounded(ms) }
    log[kind === 'query' ? 'debug' : levelOf(name)](context, `${kind} answered`)
  }
  return {
    /** The same node, which tells of what people ask of it. */
    opened<O extends { readonly node: Node; readonly isAlone: boolean }>(opened: O): O {
      const { node, isAlone } = opened
      if (!isAlone) own = { node: node.bus.node }
      // Over the node itself and not a copy of it.
      const telling: Node = Object.assign(Object.create(node) as Node, { hub: tellingCalls(node.hub, call) })
      return { ...opened, node: telling }
    },
    /** The rules have answered, and what they changed is kept. */
    command(told: CommandTold) {
      metrics.command(told)
      const { name, id, by, answer, ms } = told
      const seq = answer.ok && answer.seq > 0 ? { seq: answer.seq } : {}
      const context = {
        ...own,
        ...(id && { commandId: id }),
        command: name,
        outcome: outcomeOf(answer),
        ...seq,
        ms: rounded(ms),
      }
      log[by === 'hub' ? 'trace' : levelOf(name)](context, 'command carried out')
    },
    /** A delivery has come into another state, and that is kept. */
    delivery(delivery: Delivery) {
      metrics.delivery.moved(delivery)
      const { id, commandId, kind, state, link, attempts } = delivery
      log.info({ ...own, commandId, delivery: id, kind, link, attempts }, `delivery ${state}`)
    },
    /** A link was given something to do. */
    act({ ms, outcome, ...told }: ActTold) {
      log.info({ ...own, ...told, outcome, ms: rounded(ms) }, 'the game answered')
    },
  }
}
export type Telling = ReturnType<typeof createTelling>

function createLevels(features: readonly Feature[]) {
  const commands = features.flatMap((feature) => feature.commands.map(({ command }) => command))
  const everyday = new Set<string>(
    commands.filter(({ permission }) => everydayPermissions.includes(permission)).map(({ name }) => name),
  )
  return (name: string) => (everyday.has(name) ? 'debug' : 'info')
}
