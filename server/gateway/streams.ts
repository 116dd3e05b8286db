import { type DocumentId, documentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Principal } from '../engine/principal.ts'
import { type FramePiece, framePiece } from './piece.ts'

/** A stream of binary frames that one audience watches: key frames stand alone, deltas need what came before. */
export interface StreamDefinition {
  /** As 'positions/main': watched like a document. */
  readonly id: DocumentId
  mayWatch(principal: Principal): boolean
  /** Documents whose change asks anew who may watch. */
  readonly decidedBy?: readonly DocumentId[]
  /**
   * A frame from which a new viewer can follow the deltas offered after this moment; null when nothing is known yet:
   * it is asked for again with the first delta. @param at epoch ms
   */
  key(at: number): Uint8Array | null
}

/** Streams of one kind, one a key, as they are asked for: 'packPositions/<pack>'. */
export interface StreamFamily {
  readonly kind: string
  /** Asked with any key that somebody cares to send. */
  mayWatch(principal: Principal, key: string): boolean
  /** Documents whose change asks anew who may watch, as 'pack/<key>'. */
  decidedBy?(key: string): readonly DocumentId[]
  /** As the key of a stream. */
  key(key: string, at: number): Uint8Array | null
}

/** A frame, or the way to make it when it leaves: it then says what holds after all that leaves with it. */
export type Offer = Uint8Array | (() => Uint8Array)

/** A stream, however it came to be. */
export interface Stream extends Omit<StreamDefinition, 'decidedBy'> {
  decidedBy(): readonly DocumentId[]
}

export interface Streams {
  get(id: DocumentId): Stream | undefined
  define(stream: StreamDefinition): void
  remove(id: DocumentId): void
  /** @throws when there is a family of that kind */
  adopt(family: StreamFamily): void
  /** The kinds of which there are streams. */
  kinds(): ReadonlySet<string>
  disown(kind: string): void
  /** @throws when there is no such stream */
  offer(id: DocumentId, frame: Offer): void
  /** Takes the frames offered since the last time, by stream, each to be made in its order. */
  take(): ReadonlyMap<DocumentId, readonly (() => FramePiece)[]>
}

const memberOf = (family: StreamFamily, key: string): Stream => ({
  id: documentId(family, key),
  mayWatch: (principal) => family.mayWatch(principal, key),
  decidedBy: () => family.decidedBy?.(key) ?? [],
  key: (at) => family.key(key, at),
})
const ownOf = (stream: StreamDefinition): Stream => ({
  id: stream.id,
  mayWatch: (principal) => stream.mayWatch(principal),
  decidedBy: () => stream.decidedBy ?? [],
  key: (at) => stream.key(at),
})

/** The streams there are, and the frames that wait for the next flush. */
export function createStreams(): Streams {
  const streams = new Map<DocumentId, Stream>()
  const families = new Map<string, StreamFamily>()
  let offered = new Map<DocumentId, (() => FramePiece)[]>()

  const get = (id: DocumentId) => {
    const family = families.get(kindOf(id))
    return streams.get(id) ?? (family && memberOf(family, keyOf(id)))
  }
  const forget = (isGone: (id: DocumentId) => boolean) => {
    for (const id of [...offered.keys()]) if (isGone(id)) offered.delete(id)
  }
  return {
    get,
    define: (stream) => void streams.set(stream.id, ownOf(stream)),
    remove(id) {
      streams.delete(id)
      forget((other) => other === id)
    },
    adopt(family) {
      if (families.has(family.kind)) throw new Error(`There is a family of streams "${family.kind}" already.`)
      families.set(family.kind, family)
    },
    disown(kind) {
      families.delete(kind)
      forget((id) => kindOf(id) === kind && !streams.has(id))
    },
    kinds: () => new Set([...families.keys(), ...[...streams.keys()].map(kindOf)]),
    offer(id, frame) {
      if (!get(id)) throw new Error(`No stream "${id}" is defined: call define or family before offer.`)
      const frames = offered.get(id) ?? []
      frames.push(() => framePiece(id, typeof frame === 'function' ? frame() : frame))
      offered.set(id, frames)
    },
    take() {
      const taken = offered
      offered = new Map()
      return taken
    },
  }
}
