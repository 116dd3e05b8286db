import { z } from 'zod'
import type { Budgets } from '../engine/budgets.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { QueryCalls } from '../engine/query.ts'
import type { Messages } from './messages.ts'

/** How often a node reports what it counted, if there is anything. */
const reportEveryMs = 200
/** A node that has counted nothing says so every so many reports. */
const idleReports = 5
/** Sockets of a node that was silent for so many of our reports count no longer. Its clients connect to other nodes by then. */
const silentReports = 20

const count = z.int().nonnegative()
/** Sent to `usage`. Any of these messages may be lost. */
const UsageMessage = z.object({
  /** Counts the reports of a node in which sockets changed. */
  revision: count,
  spent: z.array(z.tuple([z.string(), count, count, count, count])),
  sockets: z.array(z.tuple([z.string(), count])),
  /** `sockets` are all open sockets of the node, not the changes since the revision before. */
  isComplete: z.boolean(),
  /** Nodes whose open sockets this node does not know. */
  lacking: z.array(z.string()),
  /** Calls of costly queries. A node of an earlier release reports none. */
  calls: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])).default([]),
})
type UsageMessage = z.infer<typeof UsageMessage>

interface SharedBudgetsDeps {
  readonly messages: Messages
  readonly clock: Pick<Clock, 'after'>
  readonly budgets: Pick<Budgets, 'report' | 'allSockets' | 'apply' | 'forget'>
  readonly queryCalls: Pick<QueryCalls, 'report' | 'apply'>
}

/**
 * Makes the budgets of all nodes, and their limits of costly queries, count together. While no other node can be reached, this one
 * counts alone. Returns the way to stop.
 */
export function shareBudgets({ messages, clock, budgets, queryCalls }: SharedBudgetsDeps): () => void {
  const peers = createPeerUsage(messages.node, budgets)
  let revision = 0
  let idleFor = 0
  /** Another node lacks the sockets of this one. */
  let isAsked = true

  const report = () => {
    const { spent, sockets } = budgets.report()
    const calls = queryCalls.report()
    if (sockets.length > 0) revision += 1
    const lacking = peers.lacking()
    const isNews = [spent, sockets, calls, lacking].some(({ length }) => length > 0) || isAsked
    idleFor = isNews ? 0 : idleFor + 1
    if (!isNews && idleFor < idleReports) return
    idleFor = 0
    const reported = isAsked ? budgets.allSockets() : sockets
    messages.send('usage', { revision, isComplete: isAsked, lacking, spent, sockets: reported, calls })
    isAsked = false
  }

  const stopReceiving = messages.listen('usage', UsageMessage, (message, from) => {
    if (message.lacking.includes(messages.node)) isAsked = true
    peers.receive(message, from)
    queryCalls.apply(message.calls)
  })
  const stopReporting = every(
    clock,
    () => reportEveryMs,
    async () => {
      peers.age()
      report()
    },
  )
  return () => {
    stopReporting()
    stopReceiving()
    // The sockets of this node close now: the others need not wait until they notice its silence.
    const { spent } = budgets.report()
    const calls = queryCalls.report()
    messages.send('usage', { revision: revision + 1, spent, sockets: [], isComplete: true, lacking: [], calls })
  }
}

interface Peer {
  /** Null until all its sockets are known. */
  revision: number | null
  /** Reports of this node since the last one of the peer. */
  silentFor: number
}

/** Takes over what the other nodes report, and notices what was missed. */
function createPeerUsage(own: string, budgets: Pick<Budgets, 'apply' | 'forget'>) {
  const peers = new Map<string, Peer>()

  /** Whether the reported sockets continue what is known of the node. */
  const follows = ({ revision: known }: Peer, { revision: next, sockets, isComplete }: UsageMessage) =>
    isComplete || (known !== null && next === known + (sockets.length > 0 ? 1 : 0))
  return {
    receive(message: UsageMessage, from: string) {
      const peer = peers.get(from) ?? { revision: null, silentFor: 0 }
      const isUsable = follows(peer, message)
      peers.set(from, { revision: isUsable ? message.revision : null, silentFor: 0 })
      const { spent, sockets, isComplete } = message
      budgets.apply(from, { spent, sockets: isUsable ? sockets : [] }, isComplete, own)
    },
    /** Nodes whose open sockets have to be asked for. */
    lacking: () => [...peers].flatMap(([node, { revision }]) => (revision === null ? [node] : [])),
    /** Another report of this node is due. */
    age() {
      for (const [node, peer] of peers) {
        peer.silentFor += 1
        if (peer.silentFor < silentReports) continue
        peers.delete(node)
        budgets.forget(node)
      }
    },
  }
}
