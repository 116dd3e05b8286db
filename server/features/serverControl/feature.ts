import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { serverChanges, serverControlAudit } from '../../../shared/features/serverControl/archives.ts'
import { broadcasts } from '../../../shared/features/serverControl/broadcasts.ts'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { serverControl, serverNotices } from '../../../shared/features/serverControl/serverControl.ts'
import { readServerLog } from '../../../shared/features/serverControl/serverLog.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { followLostRights } from '../session/lostRights.ts'
import * as acts from './acts.ts'
import { advanceBroadcast, forgetInBroadcasts, sendBroadcast, stopBroadcast } from './broadcasts.ts'
import { advanceRestart, followRestarts } from './countdown.ts'
import { disableMaintenance, enableMaintenance, followWhitelist } from './maintenance.ts'
import * as restarts from './restarts.ts'
import { serverLog } from './serverLog.ts'

/** What an owner does with the game server as a whole: restarts, maintenance, broadcasts. The world is reached by deliveries. */
export const serverControlFeature: Feature = {
  name: 'serverControl',
  documents: [serverControl, serverNotices, broadcasts],
  archives: [serverControlAudit, serverChanges],
  removals: [
    { kind: broadcasts, remove: (context, { account }) => forgetInBroadcasts(context, account) },
    { kind: serverControl, remove: (context, { account }) => restarts.forgetInCountdown(context, account) },
  ],
  commands: [
    implement(commands.restartNow, acts.restartNow),
    implement(commands.shutDownNow, acts.shutDownNow),
    implement(commands.restartSoon, restarts.restartSoon),
    implement(commands.cancelRestart, restarts.cancelRestart),
    implement(commands.scheduleRestarts, restarts.scheduleRestarts),
    implement(commands.skipNextRestart, restarts.skipNextRestart),
    implement(commands.kickAll, acts.kickAll),
    implement(commands.enableMaintenance, enableMaintenance),
    implement(commands.disableMaintenance, disableMaintenance),
    implement(commands.sendBroadcast, sendBroadcast),
    implement(commands.stopBroadcast, stopBroadcast),
    implement(commands.advanceRestart, advanceRestart),
    implement(commands.advanceBroadcast, advanceBroadcast),
  ],
  queries: [
    implementQuery(commands.previewRestarts, restarts.previewRestarts),
    implementQuery(readServerLog, serverLog),
  ],
  derivations: [
    followRestarts,
    followWhitelist,
    ...acts.followShutdowns,
    followLostRights(acts.endWithLostRights, { keepsSession: false, isFollowed: true }),
    derive(serverStatus, ({ read, archive }, server, before) => {
      const { link, startedAt } = read(serverStatus, server)
      // An attempt that goes on is not news.
      if (before.link.name !== link.name && link.name !== 'connecting')
        archive(serverChanges, { server, of: 'link', from: before.link.name, to: link.name, why: link.why })
      // After a start of the hub it is not news.
      if (startedAt !== null && before.startedAt !== null && before.startedAt !== startedAt)
        archive(serverChanges, { server, of: 'start', from: null, to: new Date(startedAt).toISOString(), why: null })
    }),
    derive(gameHost, ({ read, archive }, server, before) => {
      const { reading } = read(gameHost, server)
      const [from, to] = [before.reading?.state ?? null, reading?.state ?? null]
      if (from !== to) archive(serverChanges, { server, of: 'host', from, to, why: null })
    }),
  ],
}
