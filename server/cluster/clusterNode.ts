import { createReadModel } from '../engine/access.ts'
import type { HubOptions } from '../engine/createHub.ts'
import type { Principal, Proof, Reading } from '../engine/principal.ts'
import { register } from '../engine/registry.ts'
import type { SharedStorage } from '../engine/storage.ts'
import { createElection, type Election } from './election.ts'
import { createEraseEverywhere } from './eraseEverywhere.ts'
import { createTerms, type LeaderHubOptions, type LeaderTerm, publicTerm } from './leader.ts'
import { createLeaderClient, createNodeHub } from './leaderClient.ts'
import { createLeaderClock } from './leaderClock.ts'
import { createLeaderServer } from './leaderServer.ts'
import { createMessages, type Heartbeat, LiveChanges, ReplyMessage } from './messages.ts'
import type { Node } from './node.ts'
import { createPeers } from './peers.ts'
import { createRecentRefusals } from './recentRefusals.ts'
import { createReplica } from './replica.ts'
import { createStatus } from './status.ts'
import { createUnknownSessions } from './unknownSessions.ts'

/** How long a node that stops waits for the answers to its requests. */
const lastAnswersWithinMs = 5_000
/** A store that cannot be reached does not keep the node from stopping: a lease that is not returned ends by itself. */
const closeWithinMs = 10_000
/** How long a client waits for a node that is behind its last watermark. */
const reachedWithinMs = 3_000

export interface ClusterNodeDeps extends LeaderHubOptions, Pick<HubOptions, 'onCall'> {
  readonly storage: SharedStorage
  /** Determines a principal from the hash that another node sent. */
  readonly principalFromProof: (proof: Proof, read: Reading) => Principal
  /** See `createLeaderClock`. */
  readonly onClockApart: (why: string) => void
}

/** A node that shares its store with others: it shows the same as all of them, and leads when no other does. @throws what the store throws */
export async function createClusterNode(deps: ClusterNodeDeps): Promise<Node> {
  const { storage, principalFromProof, onCall, onClockApart, ...hubOptions } = deps
  const { clock, onFault } = hubOptions
  const registry = register(hubOptions.features)
  const messages = createMessages(storage.bus, onFault)
  const name = messages.node
  const leaderClock = createLeaderClock({ clock, onClockApart })
  const base = { ...hubOptions, storage, registry, messages, name, leaderClock }
  let election: Election | null = null
  let [isClosing, knownLeader] = [false, '']

  const peers = createPeers({ ...base, ownStatus, onHeartbeat, onTick })
  const replica = createReplica({ ...base, requestLiveState })
  const refusals = createRecentRefusals(base)
  const eraseEverywhere = createEraseEverywhere({ ...base, replica, refusals, peers })
  const terms = createTerms({ ...base, hubOptions, replica, refusals, publicTerm: makePublic, onChange: onTermChange })
  const term = terms.current
  const client = createLeaderClient({ ...base, term, leader, watermarks: replica.watermarks })
  const { shown } = client
  const readModel = createReadModel({ ...base, ...replica, clock: leaderClock.clock })
  const server = createLeaderServer({ ...base, terms, principalFromProof, readModel, eraseEverywhere, shown })
  const status = createStatus({ ...base, replica, peers, terms, electionFailure, isClosing: () => isClosing })
  const hub = createNodeHub({ ...base, readModel, replica, client, server, status, term, onCall, close: once(close) })
  const stops = [
    messages.listen('live', LiveChanges, replica.takeLive),
    messages.listen(`replies.${name}`, ReplyMessage, takeLiveState),
    messages.onGap(replica.resync),
    ...[server, eraseEverywhere, refusals, peers].map(({ stop }) => stop),
    client.close,
    replica.journal.close,
  ]

  function ownStatus(): Pick<Heartbeat, 'isLeaving' | 'at' | 'leader' | 'now'> {
    const [own, now] = [term(), clock.now()]
    if (!own) return { isLeaving: isClosing, at: replica.at(), leader: null, now }
    const leader = { startSeq: own.startSeq, erasures: own.erasures(), state: own.inner.state() }
    return { isLeaving: isClosing, at: own.at(), leader, now }
  }

  function onHeartbeat(heartbeat: Heartbeat, from: string) {
    replica.noteHeartbeat(heartbeat)
    if (from === name) return
    const other = peers.leader()
    if (other?.node === from && !term()) leaderClock.note(from, heartbeat.now)
    const found = other ? `${other.node} ${other.heartbeat.at.epoch}` : ''
    // A new leader gets the requests that the last one did not answer.
    if (other && found !== knownLeader) client.retryAll()
    knownLeader = found
  }

  function onTick() {
    status.tick()
    leaderClock.tick()
    replica.live.retry()
  }

  function leader() {
    return peers.leader()?.node ?? null
  }

  function electionFailure() {
    return election?.why() ?? null
  }

  function takeLiveState(reply: ReplyMessage) {
    if ('live' in reply) replica.live.takeState(reply.live)
  }

  function makePublic(own: LeaderTerm) {
    return publicTerm(hub, own, shown)
  }

  function onTermChange() {
    if (term()) leaderClock.lead()
    peers.send()
    client.retryAll()
  }

  function requestLiveState() {
    const own = term()
    const other = leader()
    if (own) queueMicrotask(() => replica.live.takeState(own.liveState()))
    else if (other) messages.send(`requests.${other}`, { id: 'live', request: { kind: 'live' } })
  }

  function close() {
    isClosing = true
    return within(clock, closeWithinMs, closeInOrder())
  }

  /** Writes and answers all accepted commands, returns the lease, and waits for the answers to requests. */
  async function closeInOrder() {
    await terms.stepDown()
    await election?.stop()
    peers.send()
    if (peers.names().length > 0) await within(clock, lastAnswersWithinMs, client.settled())
    for (const stop of stops) stop()
    await storage.close()
  }

  await replica.start()
  peers.begin()
  election = createElection({ ...base, load: terms.load, begin: terms.begin, end: terms.end })

  return {
    name,
    logFields: { node: name },
    hub,
    clock: leaderClock.clock,
    messages,
    presence: peers.presence,
    role: terms.role,
    term: terms.announced,
    onRole: terms.onRole,
    state: status.state,
    hubOutlivesNode: true,
    seq: replica.journal.seq,
    atSeq: (seq, act) => replica.watermarks.when(positionOf(seq), act),
    whenReached: (seq, act) => replica.watermarks.whenWithin(positionOf(seq), reachedWithinMs, act),
    unknownSessions: (sessions) => createUnknownSessions({ ...sessions, hub, clock }),
    stepDown: terms.stepDown,
    async handOver(leave) {
      await leave()
      await terms.stepDown()
    },
    close: hub.close,
  }
}

/** A watermark of the journal alone. */
const positionOf = (seq: number) => ({ seq, epoch: 0, live: 0 })

/** Resolves when the work is done or the time is up. */
async function within(clock: HubOptions['clock'], ms: number, work: Promise<void>) {
  const late = Promise.withResolvers<void>()
  const cancel = clock.after(ms, late.resolve)
  await Promise.race([work, late.promise]).finally(cancel)
}

function once<T>(act: () => Promise<T>) {
  let acting: Promise<T> | null = null
  return () => {
    acting ??= act()
    return acting
  }
}
