import { createIsland, type Island, islandSeed } from './island.ts'

let own: Island | undefined

/** The island of `islandSeed`, made when it is first asked for: it never changes, so that all games of a program walk on one. */
export const ownIsland = (): Island => {
  own ??= createIsland(islandSeed)
  return own
}
