import { gameAdminActs, gameChat, gameKills, gameVisits } from '../../../shared/features/gameLog/archives.ts'
import * as commands from '../../../shared/features/gameLog/commands.ts'
import { gameBans } from '../../../shared/features/gameLog/gameBans.ts'
import {
  fightRecord,
  linkAttempt,
  linkCodes,
  logFeed,
  logLink,
  logProgress,
} from '../../../shared/features/gameLog/gameLog.ts'
import * as queries from '../../../shared/features/gameLog/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { banListCommands, eraseFromGameBans } from './gameBans.ts'
import { eraseFromLinkCodes, makeLinkCode } from './linkCode.ts'
import { eraseFromFeed, eraseFromProgress, recordLines, reportLogLink } from './rules.ts'
import { ownFights, searchRows, withPlaceFor } from './search.ts'

/** What the game's log reports: kills, chat, joining and leaving, admin commands in the game; its ban list; and linking a player by a code in the chat. */
export const gameLogFeature: Feature = {
  name: 'gameLog',
  documents: [logProgress, logFeed, logLink, fightRecord, linkCodes, linkAttempt, gameBans],
  archives: [gameKills, gameVisits, gameChat, gameAdminActs],
  removals: [
    { kind: logProgress, remove: eraseFromProgress },
    { kind: logFeed, remove: eraseFromFeed },
    { kind: linkCodes, remove: eraseFromLinkCodes },
    { kind: gameBans, remove: eraseFromGameBans },
  ],
  commands: [
    implement(commands.recordLines, recordLines),
    implement(commands.reportLogLink, reportLogLink),
    implement(commands.makeLinkCode, makeLinkCode),
    ...banListCommands,
  ],
  queries: [
    implementQuery(queries.searchKills, (context, wanted) =>
      searchRows(context, gameKills, wanted, { shown: withPlaceFor(context.principal) }),
    ),
    implementQuery(queries.searchVisits, (context, { afterFight, ...wanted }) =>
      searchRows(context, gameVisits, wanted, { matches: ({ afterFightMs }) => !afterFight || afterFightMs !== null }),
    ),
    implementQuery(queries.searchChat, (context, { channel, ...wanted }) =>
      searchRows(context, gameChat, wanted, { matches: (row) => channel === null || row.channel === channel }),
    ),
    implementQuery(queries.searchAdminActs, (context, wanted) => searchRows(context, gameAdminActs, wanted)),
    implementQuery(queries.myFights, ownFights),
  ],
}
