import type { Roster } from '../../../shared/features/roster/roster.ts'
import { isFiltering, passes, type RosterFilter } from './rosterFilter.ts'

/** Whom the filter leaves: what the map draws. The same object where nobody is filtered out. */
export const shownPlayers = (players: Roster['players'], filter: RosterFilter): Roster['players'] =>
  isFiltering(filter)
    ? Object.fromEntries(Object.entries(players).filter(([, entry]) => passes(entry, filter)))
    : players
