import type { Clock } from '../engine/clock.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'
import { createLookers, createOwnLookers } from './lookers.ts'
import type { Node } from './node.ts'
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
  /** Whoever watches one of these is there for the others who do. */
  readonly presenceKinds: readonly string[]
}

/** What the nodes know of each other's sockets: what is watched, who looks at all positions, and who is where. */
export function openTogether({ node, isAlone, gateway, clock, ...kinds }: TogetherParts) {
  const { watchedKinds, tellingKinds, presenceKinds } = kinds
  const [ownLookers, ownPresent] = [createOwnLookers('look'), createOwnLookers('here')]
  const watchedHere = () => watchedKinds.flatMap((kind) => gateway.watchedIds(kind))
  const ownWords = () => new Set<string>([...watchedHere(), ...ownLookers.words(), ...ownPresent.words()])
  const rolls = createRolls({ bus: isAlone ? null : node.bus, clock, own: ownWords })
  const watched = createWatchedEverywhere({ gateway, rolls, kinds: watchedKinds })
  const lookers = createLookers({ gateway, rolls, kinds: tellingKinds }, ownLookers)
  const present = createLookers({ gateway, rolls, kinds: presenceKinds }, ownPresent)
  const stopTouching = watchedKinds.map((kind) => gateway.onWatched(kind, rolls.touch))
  const stops = [...stopTouching, lookers.close, present.close, rolls.close]
  return {
    ...{ watched, lookers, present },
    close() {
      for (const stop of stops) stop()
    },
  }
}
