import type { Node } from '../cluster/node.ts'
import type { Clock } from '../engine/clock.ts'
import type { Gateway } from '../sockets/gatewayParts.ts'
import { createLookers, createOwnLookers } from './lookers.ts'
import { createRolls } from './rolls.ts'
import { createWatchedEverywhere } from './watchedEverywhere.ts'

interface TogetherParts {
  readonly node: Pick<Node, 'bus'>
  /** There are no other nodes, nor can there be. */
  readonly isAlone: boolean
  readonly gateway: Gateway
  readonly clock: Clock
  /** The kinds that the authority has to know to be watched. */
  readonly watchedKinds: readonly string[]
  /** Whoever watches one of these sees where everybody is. */
  readonly tellingKinds: readonly string[]
}

/** What the nodes know of each other's sockets: what is watched, and who looks at all positions. */
export function openTogether({ node, isAlone, gateway, clock, watchedKinds, tellingKinds }: TogetherParts) {
  const own = createOwnLookers()
  const ownWords = () => new Set<string>([...watchedKinds.flatMap((kind) => gateway.watchedIds(kind)), ...own.words()])
  const rolls = createRolls({ bus: isAlone ? null : node.bus, clock, own: ownWords })
  const watched = createWatchedEverywhere({ gateway, rolls, kinds: watchedKinds })
  const lookers = createLookers({ gateway, rolls, kinds: tellingKinds }, own)
  const stops = [...watchedKinds.map((kind) => gateway.onWatched(kind, rolls.touch)), lookers.close, rolls.close]
  return {
    ...{ watched, lookers },
    close() {
      for (const stop of stops) stop()
    },
  }
}
