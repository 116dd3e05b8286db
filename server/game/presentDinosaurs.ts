import type { Listing, Sighting } from './link.ts'

/**
 * Those who are online and alive. The game's rows also hold bodies and players who have left; a player who died and
 * came back may have two rows, of which the living one counts.
 */
export const presentDinosaurs = (sightings: readonly Sighting[], online: readonly Listing[]): Sighting[] => {
  const ids = new Set(online.map(({ id }) => id))
  const living = sightings.filter(({ id, health }) => health > 0 && ids.has(id))
  return [...new Map(living.map((sighting) => [sighting.id, sighting])).values()]
}
