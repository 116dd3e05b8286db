import type { DocumentId } from '../../shared/engine/document.ts'
import type { Seat } from '../engine/seat.ts'
import { type FramePiece, framePiece } from './piece.ts'

/** A stream of binary frames that one audience watches: key frames stand alone, deltas need what came before. */
export interface StreamDefinition {
  /** As 'positions/main': watched like a document. */
  readonly id: DocumentId
  mayWatch(seat: Seat): boolean
  /** A frame from which a new viewer can follow the deltas offered after this moment. @param at epoch ms */
  key(at: number): Uint8Array
}

export interface Streams {
  get(id: DocumentId): StreamDefinition | undefined
  define(stream: StreamDefinition): void
  remove(id: DocumentId): void
  /** @throws when no such stream is defined */
  offer(id: DocumentId, frame: Uint8Array): void
  /** Takes the frames offered since the last time, by stream. */
  take(): ReadonlyMap<DocumentId, readonly FramePiece[]>
}

/** The streams there are, and the frames that wait for the next flush. */
export function createStreams(): Streams {
  const streams = new Map<DocumentId, StreamDefinition>()
  let offered = new Map<DocumentId, FramePiece[]>()
  return {
    get: (id) => streams.get(id),
    define: (stream) => void streams.set(stream.id, stream),
    remove(id) {
      streams.delete(id)
      offered.delete(id)
    },
    offer(id, frame) {
      if (!streams.has(id)) throw new Error(`No stream "${id}" is defined: call define before offer.`)
      const frames = offered.get(id) ?? []
      frames.push(framePiece(id, frame))
      offered.set(id, frames)
    },
    take() {
      const taken = offered
      offered = new Map()
      return taken
    },
  }
}
