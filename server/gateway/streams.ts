import { type DocumentId, documentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Principal } from '../engine/principal.ts'
import { type FramePart, framePart } from './encoding.ts'

/** A stream of binary frames: key frames stand alone, deltas continue the frames before them. */
export interface StreamDefinition {
  /** As 'positions/main': watched like a document. */
  readonly id: DocumentId
  mayWatch(principal: Principal): boolean
  /** Documents whose change makes the gateway check `mayWatch` again. */
  readonly decidedBy?: readonly DocumentId[]
  /**
   * A frame from which a new subscriber can follow the deltas offered after this moment. Null when nothing is known yet:
   * it is called again with the first delta. @param at epoch ms
   */
  key(at: number): Uint8Array | null
}

/** Streams of one kind, one per key: 'packPositions/<pack>'. */
export interface StreamFamily {
  readonly kind: string
  /** Called with any key that a client sends. */
  mayWatch(principal: Principal, key: string): boolean
  /** Documents whose change makes the gateway check `mayWatch` again, as 'pack/<key>'. */
  decidedBy?(key: string): readonly DocumentId[]
  /** As the key of a stream. */
  key(key: string, at: number): Uint8Array | null
}

/** A frame, or a function that makes it when it is sent: it then includes everything that is sent with it. */
export type Offer = Uint8Array | (() => Uint8Array)

/** A stream, defined by itself or as a member of a family. */
export interface Stream extends Omit<StreamDefinition, 'decidedBy'> {
  decidedBy(): readonly DocumentId[]
}

export interface Streams {
  get(id: DocumentId): Stream | undefined
  define(stream: StreamDefinition): void
  remove(id: DocumentId): void
  /** @throws when there is a family of that kind */
  defineFamily(family: StreamFamily): void
  removeFamily(kind: string): void
  /** The kinds that have streams. */
  kinds(): ReadonlySet<string>
  /** @throws when there is no such stream */
  offer(id: DocumentId, frame: Offer): void
  /** Takes the frames offered since the last call, by stream, each to be made in its order. */
  take(): ReadonlyMap<DocumentId, readonly (() => FramePart)[]>
}

/** The defined streams, and the frames that wait for the next flush. */
export function createStreams(): Streams {
  const streams = new Map<DocumentId, Stream>()
  const families = new Map<string, StreamFamily>()
  let offered = new Map<DocumentId, (() => FramePart)[]>()

  const get = (id: DocumentId) => {
    const family = families.get(kindOf(id))
    return streams.get(id) ?? (family && memberOf(family, keyOf(id)))
  }
  const discardOffers = (isGone: (id: DocumentId) => boolean) => {
    for (const id of [...offered.keys()]) if (isGone(id)) offered.delete(id)
  }
  return {
    get,
    define: (stream) => void streams.set(stream.id, singleOf(stream)),
    remove(id) {
      streams.delete(id)
      discardOffers((other) => other === id)
    },
    defineFamily(family) {
      if (families.has(family.kind)) throw new Error(`There is a family of streams "${family.kind}" already.`)
      families.set(family.kind, family)
    },
    removeFamily(kind) {
      families.delete(kind)
      discardOffers((id) => kindOf(id) === kind && !streams.has(id))
    },
    kinds: () => new Set([...families.keys(), ...[...streams.keys()].map(kindOf)]),
    offer(id, frame) {
      if (!get(id)) throw new Error(`No stream "${id}" is defined: call define or family before offer.`)
      const frames = offered.get(id) ?? []
      frames.push(() => framePart(id, typeof frame === 'function' ? frame() : frame))
      offered.set(id, frames)
    },
    take() {
      const taken = offered
      offered = new Map()
      return taken
    },
  }
}

const memberOf = (family: StreamFamily, key: string): Stream => ({
  id: documentId(family, key),
  mayWatch: (principal) => family.mayWatch(principal, key),
  decidedBy: () => family.decidedBy?.(key) ?? [],
  key: (at) => family.key(key, at),
})
const singleOf = (stream: StreamDefinition): Stream => ({
  id: stream.id,
  mayWatch: (principal) => stream.mayWatch(principal),
  decidedBy: () => stream.decidedBy ?? [],
  key: (at) => stream.key(at),
})
