import { z } from 'zod'
import { DocumentId, kindOf } from '../../shared/engine/document.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Principal } from '../engine/principal.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { SharedPresence } from './peers.ts'

interface PresenceDeps {
  /** The part of the heartbeats that is about connections. */
  readonly presence: SharedPresence
  readonly gateway: Pick<Gateway, 'watched' | 'watchedIds' | 'onWatched' | 'onWatchers' | 'sockets'>
  readonly clock: Clock
  /** Kinds whose watched ids the leader must know. */
  readonly watchedKinds: readonly string[]
  /** A user who watches one of these sees all positions. */
  readonly positionKinds: readonly string[]
  /** A user who watches one of these is shown to the others who watch it. */
  readonly staffKinds: readonly string[]
}

/** The watched ids of all nodes together, with their viewers. */
export function openPresence({ presence, gateway, clock, watchedKinds, positionKinds, staffKinds }: PresenceDeps) {
  const positionViewers = createViewers({ presence, gateway, kinds: positionKinds, label: 'view' })
  const staff = createViewers({ presence, gateway, kinds: staffKinds, label: 'staff' })
  const watched = watchedOnAllNodes({ presence, gateway, kinds: watchedKinds })
  const stops = [
    presence.share(
      () =>
        new Set<string>([
          ...watchedKinds.flatMap((kind) => gateway.watchedIds(kind)),
          ...positionViewers.ownEntries(),
          ...staff.ownEntries(),
          `${socketsLabel} ${gateway.sockets()}`,
        ]),
    ),
    ...watchedKinds.map((kind) => gateway.onWatched(kind, presence.changed)),
    every(
      clock,
      () => socketsEveryMs,
      async () => presence.changed(),
    ),
    positionViewers.close,
    staff.close,
  ]
  return {
    watched,
    positionViewers,
    staff,
    /** Open on all nodes; those of other nodes as of the last seconds. */
    sockets: () =>
      [...presence.others().values()].reduce((sum, entries) => sum + socketsIn(entries), gateway.sockets()),
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** A node tells the others how many sockets it has, at this interval. */
const socketsEveryMs = 5_000
const socketsLabel = 'sockets'

/** A node of an earlier release tells none. */
function socketsIn(entries: ReadonlySet<string>) {
  const entry = [...entries].find((one) => one.startsWith(`${socketsLabel} `))
  return Number(entry?.slice(socketsLabel.length + 1)) || 0
}

interface WatchedDeps {
  readonly presence: SharedPresence
  readonly gateway: Pick<Gateway, 'watched' | 'watchedIds' | 'onWatched'>
  readonly kinds: readonly string[]
}

export type WatchedDocuments = ReturnType<typeof watchedOnAllNodes>

/** The watched documents and streams of these kinds. */
function watchedOnAllNodes({ presence, gateway, kinds }: WatchedDeps) {
  const elsewhere = (kind: string) => {
    const others = presence.others()
    if (others.size === 0) return []
    return [...others.values()].flatMap((entries) =>
      [...entries].filter((entry) => isOfKind(entry, kind)),
    ) as DocumentId[]
  }
  return {
    /** @param wanted some of the kinds; without it all of them */
    isWatched: (wanted = kinds) => wanted.some((kind) => gateway.watched(kind) > 0 || elsewhere(kind).length > 0),
    /** Each id once. */
    watchedIds(kind: string): readonly DocumentId[] {
      const here = gateway.watchedIds(kind)
      const others = elsewhere(kind)
      return others.length === 0 ? here : [...new Set([...here, ...others])]
    },
    /** Called when the watched ids of any node change. Returns the way to stop. */
    onWatched(listener: () => void): () => void {
      const stops = [...kinds.map((kind) => gateway.onWatched(kind, listener)), presence.onChange(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const isOfKind = (entry: string, kind: string) => entry.includes('/') && kindOf(entry as DocumentId) === kind

/** A user who watches the document or stream `id`. */
interface Viewer {
  readonly id: DocumentId
  readonly principal: Pick<Principal, 'id' | 'name'>
}
/** Called when a user begins to watch it on a node, and when the last connection of that user on the node ends to. */
export type ViewerListener = (change: Viewer & { readonly began: boolean }) => void

interface ViewersDeps {
  readonly presence: SharedPresence
  readonly gateway: Pick<Gateway, 'onWatchers'>
  readonly kinds: readonly string[]
  /** Marks the entries of these viewers among those of the heartbeat. */
  readonly label: string
}

export type Viewers = ReturnType<typeof createViewers>

/** The users who watch documents of these kinds on any node, however many connections each has. */
function createViewers({ presence, gateway, kinds, label }: ViewersDeps) {
  const own = createOwnViewers()
  const listeners = new Set<ViewerListener>()
  /** Viewers on other nodes that listeners know, by node, document and user. */
  const known = new Map<string, Viewer>()
  const notify: ViewerListener = (change) => {
    for (const listener of listeners) listener(change)
  }
  const elsewhere = () =>
    new Map(
      [...presence.others()].flatMap(([node, entries]) =>
        [...entries].flatMap((entry) => {
          const viewer = viewerIn(label, entry)
          return viewer ? [[`${node} ${viewer.id} ${viewer.principal.id}` as string, viewer] as const] : []
        }),
      ),
    )
  const compare = () => {
    const now = elsewhere()
    // Beginnings first: a user who changes the node must not seem to be gone in between.
    for (const [key, viewer] of now) if (!known.has(key)) notify({ ...viewer, began: true })
    for (const [key, viewer] of known) if (!now.has(key)) notify({ ...viewer, began: false })
    known.clear()
    for (const [key, viewer] of now) known.set(key, viewer)
  }
  const stops = [
    presence.onChange(compare),
    ...kinds.map((kind) =>
      gateway.onWatchers(kind, ({ id, principal, began }) => {
        if (!own.note({ id, principal }, began)) return
        presence.changed()
        notify({ id, principal, began })
      }),
    ),
  ]
  compare()
  return {
    /** Called first with the present viewers. Returns the way to stop. */
    follow(listener: ViewerListener) {
      for (const viewer of [...own.all(), ...known.values()]) listener({ ...viewer, began: true })
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ownEntries: () => own.all().map((viewer) => entryOf(label, viewer)),
    close() {
      for (const stop of stops) stop()
    },
  }
}

/** The viewers on this node, with the number of their connections. */
function createOwnViewers() {
  const counts = new Map<string, { readonly viewer: Viewer; count: number }>()
  return {
    /** @returns whether it was the user's first connection that began, or the last that ended */
    note({ id, principal }: Viewer, began: boolean): boolean {
      if (principal.id === null) return false
      const key = `${id} ${principal.id}`
      const known = counts.get(key) ?? {
        viewer: { id, principal: { id: principal.id, name: principal.name } },
        count: 0,
      }
      const before = known.count
      known.count = Math.max(0, before + (began ? 1 : -1))
      if (known.count > 0) counts.set(key, known)
      else counts.delete(key)
      return before === 0 ? known.count > 0 : known.count === 0
    },
    all: (): readonly Viewer[] => [...counts.values()].map(({ viewer }) => viewer),
  }
}

const Entry = z.tuple([DocumentId, z.string(), z.string()])
const entryOf = (label: string, { id, principal }: Viewer) =>
  `${label} ${JSON.stringify([id, principal.id, principal.name])}`

/** Null for entries of another meaning, including those that another release may send. */
function viewerIn(label: string, entry: string): Viewer | null {
  if (!entry.startsWith(`${label} `)) return null
  try {
    const { data } = Entry.safeParse(JSON.parse(entry.slice(label.length + 1)))
    return data ? { id: data[0], principal: { id: data[1], name: data[2] } } : null
  } catch {
    return null
  }
}
