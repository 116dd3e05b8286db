import { randomUUID } from 'node:crypto'
import type { Answer, CommandCall, QueryCall } from '../../shared/protocol/calls.ts'
import type { createReadModel } from '../engine/access.ts'
import { newHubCommandId } from '../engine/answers.ts'
import type { Clock } from '../engine/clock.ts'
import { outputOf, parseCommand, refusalOf } from '../engine/dispatch.ts'
import { type CallEvent, reportCalls } from '../engine/events.ts'
import type { Hub, HubState } from '../engine/hub.ts'
import { type Client, type Principal, unknownClient } from '../engine/principal.ts'
import type { Registry } from '../engine/registry.ts'
import type { PersonErasure, SharedStorage } from '../engine/storage.ts'
import type { LeaderTerm } from './leader.ts'
import { type LeaderRequest, type Messages, type Reply, ReplyMessage, type Watermark } from './messages.ts'
import type { Replica } from './replica.ts'
import type { Watermarks } from './watermarks.ts'

const retryEveryMs = 500
/** A request that is not answered in this time has no answer. */
const giveUpAfterMs = 20_000
const eraseGiveUpAfterMs = 10 * 60_000
/** More requests at once are refused: their memory is bounded while there is no leader. */
const mostPendingByDefault = 5_000

interface LeaderClientDeps {
  readonly messages: Messages
  readonly clock: Clock
  readonly watermarks: Watermarks
  /** The term of this node while it leads. */
  readonly term: () => LeaderTerm | null
  /** The other node that leads, if one is known. */
  readonly leader: () => string | null
  readonly mostPending?: number
}

interface Wanted {
  /** Sent to another node; null if it can be done only on this one. */
  readonly request: LeaderRequest | null
  /** Does it on this node. Null: this term has no answer, and another leader must be asked. */
  readonly here: (term: LeaderTerm) => Promise<Reply | null>
  readonly giveUpAfterMs?: number
}

interface Outcome {
  /** Null: no leader has answered. */
  readonly reply: Reply | null
  /** Whether a leader may have carried it out. */
  readonly wasTried: boolean
}

interface Pending {
  readonly attempt: () => void
  readonly settle: (reply: Reply) => void
  readonly giveUp: () => void
  readonly done: Promise<unknown>
}

/**
 * Requests to the leader, wherever it is. A request is repeated with the same id until it is answered; a new leader finds in the
 * journal what was done, so nothing is done twice.
 */
export function createLeaderClient(deps: LeaderClientDeps) {
  const { messages, clock, watermarks, term, leader, mostPending = mostPendingByDefault } = deps
  const pending = new Map<string, Pending>()
  let isClosed = false
  const stopListening = messages.listen(`replies.${messages.node}`, ReplyMessage, (message) => {
    if ('reply' in message) pending.get(message.id)?.settle(message.reply)
  })
  const shown = (watermark: Watermark) => watermarks.shownWithin(watermark, giveUpAfterMs)

  /** Tries one request until it is answered or its time is up. */
  function start(id: string, wanted: Wanted) {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    let wasTried = false
    let isOver = false
    let triedTerm: LeaderTerm | null = null
    let cancelRetry = () => {}

    const end = (reply: Reply | null) => {
      isOver = true
      cancelRetry()
      cancelGivingUp()
      resolve({ reply, wasTried })
    }
    const tryHere = (own: LeaderTerm) => {
      if (triedTerm === own) return
      triedTerm = own
      wasTried = true
      void wanted.here(own).then((reply) => reply && end(reply))
    }
    const attempt = () => {
      // It may be answered already, and wait here until this node shows it.
      if (isOver) return
      cancelRetry()
      cancelRetry = clock.after(retryEveryMs, attempt)
      const own = term()
      const node = leader()
      if (own) tryHere(own)
      else if (node && wanted.request) {
        wasTried = true
        messages.send(`requests.${node}`, { id, request: wanted.request })
      }
    }
    const cancelGivingUp = clock.after(wanted.giveUpAfterMs ?? giveUpAfterMs, () => end(null))
    return { promise, attempt, settle: end, giveUp: () => end(null) }
  }
  return {
    /** Resolves when this node shows it, or after some time. */
    shown,
    /** Resolves when this node shows what the answer rests on, or after some time. */
    async run(wanted: Wanted): Promise<Outcome> {
      if (isClosed || pending.size >= mostPending) return { reply: null, wasTried: false }
      const id = randomUUID()
      const { promise, ...started } = start(id, wanted)
      const done = promise.then(async (outcome) => {
        if (outcome.reply) await shown(outcome.reply.at)
        return outcome
      })
      pending.set(id, { ...started, done })
      started.attempt()
      return done.finally(() => pending.delete(id))
    },
    /** There may be another leader. */
    retryAll() {
      for (const { attempt } of pending.values()) attempt()
    },
    /** Resolves when the requests that are under way now have been answered. */
    settled: async () => void (await Promise.allSettled([...pending.values()].map(({ done }) => done))),
    /** Requests without an answer end without one. */
    close() {
      isClosed = true
      stopListening()
      for (const { giveUp } of pending.values()) giveUp()
      watermarks.close()
    },
    count: () => pending.size,
  }
}
export type LeaderClient = ReturnType<typeof createLeaderClient>

interface NodeHubDeps {
  readonly readModel: ReturnType<typeof createReadModel>
  readonly replica: Replica
  readonly registry: Registry
  readonly client: LeaderClient
  readonly term: () => LeaderTerm | null
  readonly server: { erase(term: LeaderTerm, erasure: PersonErasure): Promise<Reply | null> }
  readonly storage: Pick<SharedStorage, 'durability'>
  readonly status: { hubState(): HubState }
  readonly close: () => Promise<void>
  readonly onCall: ((event: CallEvent) => void) | undefined
}

/** The hub of a node for everything that serves users: it reads the node's replica and has the leader do the rest. */
export function createNodeHub(deps: NodeHubDeps): Hub {
  const { readModel, replica, registry, client, server, term } = deps

  async function dispatch(principal: Principal, call: CommandCall, from: Client = unknownClient) {
    const proof = proofOf(principal)
    const outcome = await client.run({
      request: proof && { kind: 'dispatch', proof, actor: principal.id, from, call },
      here: (own) => own.dispatch(principal, call, from),
    })
    // Another node may have got the same command before.
    return answerOf({ ...outcome, wasTried: true })
  }

  async function query(principal: Principal, call: QueryCall, from: Client = unknownClient) {
    if (!registry.queries.get(call.name)?.atLeader) return readModel.query(principal, call, from)
    const proof = proofOf(principal)
    const outcome = await client.run({
      request: proof && { kind: 'query', proof, from, call, after: replica.at() },
      here: (own) => own.reply(readModel.query(principal, call, from)),
    })
    // A query changes nothing, so it is safe to say that it was not carried out.
    return answerOf({ ...outcome, wasTried: false })
  }

  return {
    ...readModel,
    get epoch() {
      return replica.epoch()
    },
    get durability() {
      return deps.storage.durability
    },
    state: deps.status.hubState,
    ...reportCalls({ dispatch, query }, deps.onCall),
    async execute(actor, name, input) {
      parseCommand(registry, name, input)
      const commandId = newHubCommandId(replica.epoch(), randomUUID())
      const outcome = await client.run({
        request: { kind: 'execute', actor, name, input, commandId },
        here: (own) => own.reply(own.inner.executeOnce(actor, name, input, commandId)),
      })
      return outputOf(name, answerOf(outcome))
    },
    async erase(given) {
      const erasure = structuredClone(given)
      const outcome = await client.run({
        request: { kind: 'erase', erasure },
        here: (own) => server.erase(own, erasure),
        giveUpAfterMs: eraseGiveUpAfterMs,
      })
      const answer = answerOf(outcome)
      if (!answer.ok) throw new Error(answer.message)
    },
    async settled() {
      await client.settled()
      const own = term()
      if (!own) return
      await own.inner.settled()
      await replica.watermarks.shown(own.at())
    },
    close: deps.close,
  }
}

const proofOf = ({ id, proof }: Principal) => proof ?? (id === null ? ({ by: 'guest' } as const) : null)

const answerOf = ({ reply, wasTried }: Outcome): Answer =>
  reply?.answer ?? refusalOf(wasTried ? 'fateUnknown' : 'unavailable')
