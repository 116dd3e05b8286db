import type { DocumentId } from '../../shared/engine/document.ts'

/** @param frame as the hub's encoder made it @param at server epoch ms of its arrival */
export type FrameListener = (frame: Uint8Array, at: number) => void

export interface FrameListeners {
  add(id: DocumentId, listener: FrameListener): () => void
  tell(id: DocumentId, frame: Uint8Array, at: number): void
}

/** Who wants the frames of which stream. */
export function createFrameListeners(): FrameListeners {
  const listeners = new Map<DocumentId, Set<FrameListener>>()
  return {
    add(id, listener) {
      const those = listeners.get(id) ?? new Set()
      listeners.set(id, those.add(listener))
      return () => void those.delete(listener)
    },
    tell(id, frame, at) {
      for (const listener of listeners.get(id) ?? []) listener(frame, at)
    },
  }
}
