import type { Reading } from '../roster/reading.ts'

/** The region of each living animal; null in the wild between. */
export const livingRegions = ({ players }: Reading): readonly (string | null)[] =>
  players.flatMap(({ animal }) => (animal && !animal.dead ? [animal.region] : []))
