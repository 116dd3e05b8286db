import type { InputOf } from '../../../shared/engine/command.ts'
import type { DocumentOf } from '../../../shared/engine/document.ts'
import * as commands from '../../../shared/features/roster/commands.ts'
import { onlinePlayers, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'
import type { Transaction } from '../../engine/transaction.ts'

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
      const { mutations = [], ...others } = player.animal
      // Another list of the same mutations would be sent as a change.
      if (sameList(known.animal.mutations ?? [], mutations))
        Object.assign(draft.players[player.id]?.animal ?? {}, others)
      else draft.players[player.id] = player
    }
  }
  reportOnline(edit, read(onlinePlayers, server), { server, players })
  return {}
}

type Online = DocumentOf<typeof onlinePlayers>
type Report = Pick<InputOf<typeof commands.reportRoster>, 'server' | 'players'>

/** Names change rarely: without a change nothing is sent to those who watch them. */
function reportOnline(edit: Transaction['edit'], before: Online, { server, players }: Report) {
  const names = new Map(players.map(({ id, name }) => [id, name]))
  const gone = Object.keys(before.players).filter((id) => !names.has(id))
  const changed = players.filter(({ id, name }) => before.players[id]?.name !== name)
  if (before.isRead && gone.length + changed.length === 0) return
  const draft = edit(onlinePlayers, server)
  draft.isRead = true
  for (const id of gone) delete draft.players[id]
  for (const { id, name } of changed) draft.players[id] = { name }
}

const isSame = (a: RosterEntry | RosterEntry['animal'] | undefined, b: RosterEntry | RosterEntry['animal']) =>
  JSON.stringify(a) === JSON.stringify(b)

const sameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name, nth) => name === other[nth])

export const rosterFeature: Feature = {
  name: 'roster',
  documents: [roster, onlinePlayers],
  commands: [implement(commands.reportRoster, reportRoster)],
  queries: [],
}
