import { type DocumentId, kindOf } from '../../shared/engine/document.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import type { Rolls } from './rolls.ts'

interface WatchedParts {
  readonly gateway: Pick<Gateway, 'watched' | 'watchedIds' | 'onWatched'>
  readonly rolls: Rolls
  /** The kinds of documents and streams that matter. */
  readonly kinds: readonly string[]
}

export type WatchedEverywhere = ReturnType<typeof createWatchedEverywhere>

/** What is watched on any node. */
export function createWatchedEverywhere({ gateway, rolls, kinds }: WatchedParts) {
  const elsewhere = (kind: string) =>
    [...rolls.others().values()].flatMap(({ words }) => [...words].filter((word) => isOf(word, kind))) as DocumentId[]
  const isWatchedElsewhere = () =>
    [...rolls.others().values()].some(({ words }) => [...words].some((word) => kinds.some((kind) => isOf(word, kind))))
  return {
    isWatched: () => kinds.some((kind) => gateway.watched(kind) > 0) || isWatchedElsewhere(),
    /** Each once. */
    watchedIds(kind: string): readonly DocumentId[] {
      const here = gateway.watchedIds(kind)
      const others = elsewhere(kind)
      return others.length === 0 ? here : [...new Set([...here, ...others])]
    },
    /** Called whenever more or less is watched, on whatever node. Returns the way to stop. */
    onWatched(listener: () => void): () => void {
      const stops = [...kinds.map((kind) => gateway.onWatched(kind, listener)), rolls.onChange(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

const isOf = (word: string, kind: string) => word.includes('/') && kindOf(word as DocumentId) === kind
