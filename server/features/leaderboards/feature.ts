import * as commands from '../../../shared/features/leaderboards/commands.ts'
import {
  keptSeason,
  leaderboardSettings,
  leaderboards,
  seasons,
} from '../../../shared/features/leaderboards/leaderboards.ts'
import { seasonAudit } from '../../../shared/features/leaderboards/seasonAudit.ts'
import { playStanding, wealthStanding } from '../../../shared/features/leaderboards/standings.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import { isBanned } from '../trades/rules.ts'
import type { Lists } from './lists.ts'
import * as rules from './rules.ts'
import { followFights, followPlay, followWealth } from './standings.ts'

/** Who has the most, by tab and window; seasons. @param lists of this node, known once it is open */
export const leaderboardsFeature = (lists: () => Lists): Feature => ({
  name: 'leaderboards',
  switch: switchedBy('leaderboards'),
  documents: [leaderboards, seasons, keptSeason, leaderboardSettings, playStanding, wealthStanding],
  archives: [seasonAudit],
  derivations: [followPlay, followFights, followWealth, rules.followBans],
  removals: [
    { kind: leaderboards, remove: rules.eraseFromLists },
    // The rule above has removed them there too.
    { kind: keptSeason, remove: () => {} },
  ],
  commands: [
    implement(commands.setListed, rules.setListed),
    implement(commands.publishLeaderboards, rules.publishLeaderboards),
    implement(commands.endSeason, rules.endSeason),
    implement(commands.turnSeason, rules.turnSeasonByTime),
    implement(commands.setMonthlySeasons, rules.setMonthlySeasons),
    implement(commands.keepSeason, rules.keepSeason),
  ],
  queries: [
    implementQuery(
      commands.findOwnPlace,
      ({ principal, read, now }, { list }) => {
        const own = accountOf(principal)
        const { rank, size, places } = lists().around(list, own)
        const { isListed } = read(leaderboardSettings, own)
        return { state: stateOf(isListed, rank, isBanned(read, own, now)), rank, size, places }
      },
      // Its worker alone lets days and seasons end in the lists.
      { atLeader: true },
    ),
  ],
})

function stateOf(isListed: boolean, rank: number | null, isBanned: boolean): 'listed' | 'unlisted' | 'banned' | 'none' {
  if (!isListed) return 'unlisted'
  if (isBanned) return 'banned'
  return rank === null ? 'none' : 'listed'
}
