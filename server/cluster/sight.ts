import type { PackSights } from '../features/packs/packReports.ts'
import type { Reading } from '../features/roster/reading.ts'

/** A reading and what the authority has made of it: the same for every node, which shows of it what may be seen there. */
export interface Sight {
  readonly reading: Reading
  readonly packs: PackSights
}
