import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Principal } from '../engine/principal.ts'

/** That somebody begins or ceases to watch. Who ceases is who began, whoever may sit there meanwhile. */
export interface Coming {
  readonly id: DocumentId
  readonly principal: Principal
  readonly began: boolean
}
export type ComingListener = (change: Coming) => void

/** Tells of comings and goings, by kind. A listener's fault is its own: it keeps nobody from coming or going. */
export function createComings(onFault: (what: string, error: unknown) => void) {
  const listeners = new Map<string, Set<ComingListener>>()
  const tellOne = (listener: ComingListener, change: Coming) => {
    try {
      listener(change)
    } catch (error) {
      onFault(`tell who watches ${change.id}`, error)
    }
  }
  return {
    tell(change: Coming) {
      for (const listener of listeners.get(kindOf(change.id)) ?? []) tellOne(listener, change)
    },
    /** Returns the way to stop. */
    listen(kind: string, listener: ComingListener) {
      const those = listeners.get(kind) ?? new Set()
      listeners.set(kind, those.add(listener))
      return () => void those.delete(listener)
    },
  }
}
