import type { DocumentId } from '../../shared/engine/document.ts'
import type { Change } from '../../shared/protocol/down.ts'

/** One change on its way down, written out once for everyone who gets it. */
export interface ChangePiece {
  readonly kind: 'change'
  readonly change: Change
  json(): string
}

/** One frame of a stream on its way down. */
export interface FramePiece {
  readonly kind: 'frame'
  readonly stream: DocumentId
  readonly frame: Uint8Array
}

/** What is due to a viewer. The same object goes to everyone who gets the same: that is how equal parcels are found. */
export type Piece = ChangePiece | FramePiece

export function changePiece(change: Change): ChangePiece {
  let written: string | undefined
  return {
    kind: 'change',
    change,
    json() {
      written ??= JSON.stringify(change)
      return written
    },
  }
}

export const framePiece = (stream: DocumentId, frame: Uint8Array): FramePiece => ({ kind: 'frame', stream, frame })
