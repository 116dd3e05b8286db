import { kindOf } from '../../shared/engine/document.ts'
import { caches } from '../../shared/features/server/caches.ts'
import type { Hub } from '../engine/hub.ts'

/** Something that this node keeps only to be faster. */
export interface Cache {
  /** As the owner reads it. */
  readonly name: string
  entries(): number
  clear(): void
}

/** Clears the caches of this node whenever an owner has cleared those of the hub, on whichever node. Returns the way to stop. */
export const followCacheClears = (hub: Pick<Hub, 'onPublish'>, kept: readonly Cache[]): (() => void) =>
  hub.onPublish((published) => {
    if (published.some(({ id }) => kindOf(id) === caches.kind)) for (const cache of kept) cache.clear()
  })
