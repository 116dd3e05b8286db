import * as commands from '../../../shared/features/roster/commands.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

/** Writes only what differs: most animals are as they were two seconds ago. */
const reportRoster: Rule<typeof commands.reportRoster> = ({ edit, read }, { server, players, readAt, everyMs }) => {
  const before = read(roster, server).players
  const draft = edit(roster, server)
  draft.readAt = readAt
  draft.everyMs = everyMs
  const present = new Set(players.map(({ id }) => id))
  for (const id of Object.keys(before)) if (!present.has(id)) delete draft.players[id]
  for (const player of players) {
    const known = before[player.id]
    if (!known?.animal || !player.animal || known.name !== player.name) {
      if (!isSame(known, player)) draft.players[player.id] = player
    } else if (!isSame(known.animal, player.animal)) {
      Object.assign(draft.players[player.id]?.animal ?? {}, player.animal)
    }
  }
  return {}
}

const isSame = (a: RosterEntry | RosterEntry['animal'] | undefined, b: RosterEntry | RosterEntry['animal']) =>
  JSON.stringify(a) === JSON.stringify(b)

export const rosterFeature: Feature = {
  name: 'roster',
  documents: [roster],
  commands: [implement(commands.reportRoster, reportRoster)],
  queries: [],
}
