import { type Clock, every } from '../engine/clock.ts'
import { Heartbeat, type Messages, type PresenceSection } from './messages.ts'

export const heartbeatEveryMs = 1_000
/** Presence that changes often is sent this often at most. */
const presenceDelayMs = 100
/**
 * Time is counted in heartbeats of this node, so that a process that was stopped for a while does not consider all others gone.
 * After this many without one from a peer, the peer gets no requests.
 */
const absentAfter = 3
/** After this many its users count as gone. */
const forgottenAfter = 6
const everyNode = '*'

/** The presence of all nodes: each reports a set of strings about its connections to all others. */
export interface SharedPresence {
  /** The set of this node, from now on. Returns the way to stop, which empties it. */
  share(own: () => ReadonlySet<string>): () => void
  /** Must be called when the set of this node may have changed. */
  changed(): void
  /** The sets of the other nodes. */
  others(): ReadonlyMap<string, ReadonlySet<string>>
  /** Called when the set of another node has changed. Returns the way to stop. */
  onChange(listener: () => void): () => void
}

interface PeersDeps {
  readonly messages: Messages
  readonly clock: Clock
  readonly ownStatus: () => Pick<Heartbeat, 'isLeaving' | 'at' | 'leader' | 'now'>
  /** Called with every heartbeat of another node, and of this one. */
  readonly onHeartbeat: (heartbeat: Heartbeat, from: string) => void
  /** Called at each regular heartbeat of this node. */
  readonly onTick: () => void
}

interface Peer {
  heartbeat: Heartbeat
  /** Heartbeats of this node since the last one of the peer. */
  silentFor: number
  /** Null until the complete set was received. */
  presence: { revision: number; readonly entries: Set<string> } | null
}

/** The other nodes: which of them are present, which one leads, and what is watched on them. One message carries it all. */
export function createPeers({ messages, clock, ownStatus, onHeartbeat, onTick }: PeersDeps) {
  const peers = new Map<string, Peer>()
  const listeners = new Set<() => void>()
  let ownPresence: () => ReadonlySet<string> = () => new Set()
  let sent: ReadonlySet<string> = new Set()
  let revision = 0
  let cancelChange: (() => void) | null = null
  let stopSending = () => {}
  /** A node that is still loading is not announced. */
  let hasBegun = false

  const send = (presence: PresenceSection = { revision }, lacksPresenceOf: readonly string[] = []) => {
    if (!hasBegun) return
    const heartbeat = { ...ownStatus(), presence, lacksPresenceOf: [...lacksPresenceOf] }
    messages.send('heartbeats', heartbeat)
    onHeartbeat(heartbeat, messages.node)
  }
  const completePresence = (): PresenceSection => {
    sent = new Set(ownPresence())
    revision += 1
    return { revision, complete: [...sent] }
  }
  const sendChange = () => {
    cancelChange?.()
    cancelChange = null
    const now = new Set(ownPresence())
    const added = [...now].filter((entry) => !sent.has(entry))
    const removed = [...sent].filter((entry) => !now.has(entry))
    sent = now
    if (added.length + removed.length === 0) return
    revision += 1
    send({ revision, added, removed })
  }
  const presenceChanged = () => {
    for (const listener of listeners) listener()
  }
  const remove = (node: string) => {
    const hadPresence = (peers.get(node)?.presence?.entries.size ?? 0) > 0
    peers.delete(node)
    if (hadPresence) presenceChanged()
  }

  const stopReceiving = [
    messages.listen('heartbeats', Heartbeat, (heartbeat, from) => {
      receive(heartbeat, from)
      onHeartbeat(heartbeat, from)
      const lacking = heartbeat.lacksPresenceOf
      if (lacking.includes(messages.node) || lacking.includes(everyNode)) send(completePresence())
    }),
    messages.onGap(() => send({ revision }, [everyNode])),
  ]

  function receive(heartbeat: Heartbeat, from: string) {
    if (heartbeat.isLeaving) return remove(from)
    const peer = peers.get(from) ?? { heartbeat, silentFor: 0, presence: null }
    peers.set(from, Object.assign(peer, { heartbeat, silentFor: 0 }))
    const before = peer.presence?.revision
    if (!applyPresence(peer, heartbeat.presence)) send({ revision }, [from])
    else if (peer.presence?.revision !== before) presenceChanged()
  }

  function tick() {
    for (const [node, peer] of peers) {
      peer.silentFor += 1
      if (peer.silentFor >= forgottenAfter) remove(node)
    }
    send()
    onTick()
  }

  const isThere = ({ silentFor }: Peer) => silentFor <= absentAfter
  const there = () => [...peers].filter(([, peer]) => isThere(peer))

  const presence: SharedPresence = {
    share(own) {
      ownPresence = own
      presence.changed()
      return () => {
        ownPresence = () => new Set()
        sendChange()
      }
    },
    changed() {
      cancelChange ??= clock.after(presenceDelayMs, sendChange)
    },
    others: () =>
      new Map([...peers].flatMap(([node, peer]) => (peer.presence ? [[node, peer.presence.entries] as const] : []))),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    presence,
    begin() {
      hasBegun = true
      send(completePresence(), [everyNode])
      stopSending = every(
        clock,
        () => heartbeatEveryMs,
        async () => tick(),
      )
    },
    /** Sends a heartbeat before its time: the status of this node has changed. */
    send: () => send(),
    names: () => there().map(([node]) => node),
    /** The other node that leads, if one is known; of two the one with the later epoch. */
    leader() {
      const [first] = there()
        .filter(([, { heartbeat }]) => heartbeat.leader)
        .sort(([, a], [, b]) => b.heartbeat.at.epoch - a.heartbeat.at.epoch)
      return first ? { node: first[0], heartbeat: first[1].heartbeat, silentFor: first[1].silentFor } : null
    },
    stop() {
      cancelChange?.()
      stopSending()
      for (const stop of stopReceiving) stop()
    },
  }
}
export type Peers = ReturnType<typeof createPeers>

/** False when something is missing: the complete set is needed. */
function applyPresence(peer: Peer, { revision, complete, added, removed }: PresenceSection): boolean {
  if (complete) {
    peer.presence = { revision, entries: new Set(complete) }
    return true
  }
  const { presence } = peer
  if (!presence) return false
  if (!added && !removed) return presence.revision === revision
  if (presence.revision + 1 !== revision) return false
  for (const entry of removed ?? []) presence.entries.delete(entry)
  for (const entry of added ?? []) presence.entries.add(entry)
  presence.revision = revision
  return true
}
