import type { DocumentId } from '../../shared/engine/document.ts'
import type { Notice } from '../../shared/protocol/notice.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Principal } from '../engine/principal.ts'
import type { Spent } from './allowance.ts'
import type { Combination } from './combination.ts'
import type { Line } from './line.ts'
import type { Parcel } from './parcel.ts'

export interface Held {
  readonly epoch: number
  readonly version: number
}

/** That one viewer watches one document or stream. */
export interface Watcher {
  readonly viewer: Viewer
  readonly id: DocumentId
  /** Who sat there when it began. */
  principal: Principal
  /** What the viewer said it holds. */
  held: Held | undefined
  /** Has still to be brought up to date: gets no patch and no delta before. */
  isJoining: boolean
  /** Epoch ms of its last key frame; for streams. */
  keyAt: number
}

/** One connected socket: who sits there, what it watches, and what is due to it. */
export interface Viewer {
  readonly credentials: Credentials
  /** Where the connection comes from, as far as that is known. */
  readonly address: string | null
  readonly line: Line
  readonly spent: Spent
  /** Epoch ms. */
  readonly cameAt: number
  /** As of the last time it was asked for. */
  principal: Principal
  readonly watching: Map<DocumentId, Watcher>
  /** Parcels in their order, not yet written. */
  outbox: Parcel[]
  /** Stands in the delivery's queue. */
  isQueued: boolean
  /** What the flush that is being made has for it; null outside of one. */
  due: Combination | null
  /** Each notice is said once. */
  readonly noticed: Notice['code'][]
}

export const createViewer = (
  parts: Pick<Viewer, 'credentials' | 'address' | 'line' | 'principal' | 'cameAt'>,
): Viewer => ({
  ...parts,
  spent: {},
  watching: new Map(),
  outbox: [],
  isQueued: false,
  due: null,
  noticed: [],
})
