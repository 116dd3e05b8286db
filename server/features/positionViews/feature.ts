import { rosterFreshMs } from '../../../shared/features/deliveries/delivery.ts'
import { playHoursOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import * as commands from '../../../shared/features/positionViews/commands.ts'
import { pastPositionViews, positionViews } from '../../../shared/features/positionViews/positionViews.ts'
import { type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { regionName } from '../../../shared/features/world/regions.ts'
import { type Feature, implementQuery, type QueryContext } from '../../engine/feature.ts'
import type { Principal } from '../../engine/principal.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

const viewsPerPage = 50

/** @param onListed called with each user who was given all players with their whereabouts */
export const positionViewsFeature = (onListed: (principal: Principal) => void): Feature => ({
  name: 'positionViews',
  documents: [positionViews],
  archives: [pastPositionViews],
  removals: [
    {
      kind: positionViews,
      remove({ edit }, { account }) {
        for (const [name, view] of Object.entries(edit(positionViews).open))
          if (rules.viewOf(name).account === account) view.name = ''
      },
    },
  ],
  commands: [implement(commands.beginView, rules.beginLook), implement(commands.endView, rules.endLook)],
  queries: [
    implementQuery(
      commands.listPlayers,
      (context, { server }) => {
        onListed(context.principal)
        const { players, readAt, everyMs } = context.read(roster, server)
        const isCurrent = readAt !== null && context.now - readAt <= Math.max(rosterFreshMs, 3 * everyMs)
        return { players: isCurrent ? Object.values(players).map((one) => listed(context, server, one)) : null }
      },
      // Views are recorded on the leader.
      { atLeader: true },
    ),
    implementQuery(commands.pastViews, async ({ page }, { before }) => {
      const { rows, next } = await page(pastPositionViews, { before, limit: viewsPerPage })
      return { views: rows.map(({ row }) => row), next }
    }),
  ],
})

function listed({ read, now }: QueryContext, server: string, { id, name, animal }: RosterEntry): commands.ListedPlayer {
  const record = read(playRecord, id)
  const isRecorded = read(serverStatus, server).features.realPlayerData && record.firstSeenAt !== null
  return {
    id,
    name: name || null,
    species: animal?.species ?? null,
    growth: animal?.growth ?? null,
    playTime: isRecorded ? playHoursOf(record, now) : null,
    location: (animal && regionName(animal.region)) || null,
    status: animal === null ? 'choosing' : animal.dead ? 'dead' : 'alive',
  }
}
