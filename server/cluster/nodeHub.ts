import { randomUUID } from 'node:crypto'
import type { Answer } from '../../shared/protocol/commandCall.ts'
import { refusalOf } from '../engine/dispatch.ts'
import type { Hub, HubState } from '../engine/hub.ts'
import { checkedOrder, outputOf } from '../engine/order.ts'
import { newOrderId } from '../engine/orderAnswers.ts'
import type { Principal } from '../engine/principal.ts'
import type { createReadingSide } from '../engine/readingSide.ts'
import type { Registry } from '../engine/registry.ts'
import type { AuthorityRun } from './authorityRun.ts'
import type { Errands, Outcome } from './errands.ts'
import type { Replica } from './replica.ts'
import type { Errand, Reply } from './wire.ts'

const forgettingPatienceMs = 10 * 60_000

interface NodeHubParts {
  readonly reading: ReturnType<typeof createReadingSide>
  readonly replica: Replica
  readonly registry: Registry
  readonly errands: Errands
  readonly durability: () => string
  readonly state: () => HubState
  readonly run: () => AuthorityRun | null
  readonly forget: (run: AuthorityRun, errand: Extract<Errand, { kind: 'forget' }>) => Promise<Reply | null>
  readonly close: () => Promise<void>
}

/** The hub that a node is to all who serve people: it reads its own copies, and has done elsewhere what is not for it to do. */
export function createNodeHub(parts: NodeHubParts): Hub {
  const { reading, replica, registry, errands } = parts
  return {
    ...reading,
    get epoch() {
      return replica.epoch()
    },
    get durability() {
      return parts.durability()
    },
    state: parts.state,
    async dispatch(principal, call, address = null) {
      const proof = proofOf(principal)
      const outcome = await errands.run({
        errand: proof && { kind: 'dispatch', proof, actor: principal.id, address, call },
        here: (run) => run.dispatch(principal, call, address),
      })
      // Another node may have been asked the same before.
      return told({ ...outcome, wasTried: true })
    },
    async order(actor, name, input) {
      checkedOrder(registry, name, input)
      const orderId = newOrderId(randomUUID())
      const outcome = await errands.run({
        errand: { kind: 'order', actor, name, input, orderId },
        here: (run) => run.reply(run.inner.orderOnce(actor, name, input, orderId)),
      })
      return outputOf(name, told(outcome))
    },
    query: createQuery(parts),
    forget: createForget(parts),
    async settled() {
      await errands.settled()
      const run = parts.run()
      if (!run) return
      await run.inner.settled()
      await replica.points.shown(run.point())
    },
    close: parts.close,
  }
}

const createQuery =
  ({ registry, reading, errands, replica }: NodeHubParts): Hub['query'] =>
  async (principal, call, address = null) => {
    if (!registry.queries.get(call.name)?.atAuthority) return reading.query(principal, call, address)
    const proof = proofOf(principal)
    const outcome = await errands.run({
      errand: proof && { kind: 'query', proof, address, call, after: replica.at() },
      here: (run) => run.reply(reading.query(principal, call, address)),
    })
    // It changes nothing, whoever may have looked at it.
    return told({ ...outcome, wasTried: false })
  }

const createForget =
  ({ errands, forget }: NodeHubParts): Hub['forget'] =>
  async (forgetting) => {
    const errand = { kind: 'forget' as const, forgetting: structuredClone(forgetting) as never }
    const here = (run: AuthorityRun) => forget(run, errand)
    const answer = told(await errands.run({ errand, here, patienceMs: forgettingPatienceMs }))
    if (!answer.ok) throw new Error(answer.message)
  }

const proofOf = ({ id, proof }: Principal) => proof ?? (id === null ? ({ by: 'guest' } as const) : null)

const told = ({ reply, wasTried }: Outcome): Answer =>
  reply?.answer ?? refusalOf(wasTried ? 'fateUnknown' : 'unavailable')
