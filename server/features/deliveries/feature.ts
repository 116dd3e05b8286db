import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveryAudit, deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import * as bulkCommands from '../../../shared/features/deliveries/bulk.ts'
import * as commands from '../../../shared/features/deliveries/commands.ts'
import {
  bans,
  deliveries,
  deliveryPrivateFields,
  ownDeliveries,
  sendable,
} from '../../../shared/features/deliveries/delivery.ts'
import * as followUpCommands from '../../../shared/features/deliveries/followUpCommands.ts'
import * as hubCommands from '../../../shared/features/deliveries/hubCommands.ts'
import { ownBan } from '../../../shared/features/deliveries/ownBan.ts'
import { pastBans } from '../../../shared/features/deliveries/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { followLostRights } from '../session/lostRights.ts'
import { enforceBan } from './banEnforcement.ts'
import { expireBan, ownBanOf, pastBansOf } from './bans.ts'
import * as bulk from './bulk.ts'
import * as followUps from './followUps.ts'
import * as rules from './rules.ts'
import { eraseFromBans, eraseFromDeliveries, eraseFromRuns } from './store.ts'
import { followTargetRoles } from './targetRoles.ts'

export const deliveriesFeature: Feature = {
  name: 'deliveries',
  documents: [bulkCommands.bulkRuns, deliveries, deliveryPrivateFields, ownDeliveries, bans, sendable],
  archives: [deliveryHistory, deliveryAudit],
  removals: [
    { kind: deliveries, remove: eraseFromDeliveries },
    { kind: bans, remove: eraseFromBans },
    { kind: bulkCommands.bulkRuns, remove: eraseFromRuns },
  ],
  commands: [
    implement(commands.slayPlayer, rules.slayPlayer),
    implement(commands.healPlayer, rules.healPlayer),
    implement(commands.slayMyself, rules.slayMyself),
    implement(commands.healMyself, rules.healMyself),
    implement(commands.kickPlayer, rules.kickPlayer),
    implement(commands.banPlayer, rules.banPlayer),
    implement(commands.unbanPlayer, rules.unbanPlayer),
    implement(commands.teleportPlayer, rules.teleportPlayer),
    implement(commands.growPlayer, rules.growPlayer),
    implement(commands.skinPlayer, rules.skinPlayer),
    implement(commands.mutatePlayer, rules.mutatePlayer),
    implement(commands.messagePlayer, rules.messagePlayer),
    implement(commands.broadcast, rules.broadcast),
    implement(commands.saveGame, rules.saveGame),
    implement(commands.wipeCorpses, rules.wipeCorpses),
    implement(commands.setWhitelist, rules.setWhitelist),
    implement(commands.setToggle, rules.setToggle),
    implement(commands.runConsole, rules.runConsole),
    implement(commands.startServer, rules.startServer),
    implement(commands.restartServer, rules.restartServer),
    implement(commands.shutDownServer, rules.shutDownServer),
    implement(commands.backUpGame, rules.backUpGame),
    implement(bulkCommands.messagePlayers, bulk.messagePlayers),
    implement(bulkCommands.kickPlayers, bulk.kickPlayers),
    implement(followUpCommands.retry, followUps.retry),
    implement(followUpCommands.undo, followUps.undo),
    implement(followUpCommands.cancel, followUps.cancel),
    implement(followUpCommands.markDone, followUps.markDone),
    implement(followUpCommands.sendNow, followUps.sendNow),
    implement(followUpCommands.drop, followUps.drop),
    implement(followUpCommands.settle, followUps.settle),
    implement(hubCommands.beginAttempt, rules.beginAttempt),
    implement(hubCommands.endAttempt, rules.endAttempt),
    implement(hubCommands.requeue, rules.requeue),
    implement(hubCommands.moveToManual, rules.moveToManual),
    implement(hubCommands.reportSendable, rules.reportSendable),
    implement(hubCommands.issueOrder, rules.issueOrder),
    implement(hubCommands.enforceBan, enforceBan),
    implement(hubCommands.expireBan, expireBan),
  ],
  queries: [
    implementQuery(pastBans, async (context, { player }) => ({
      bans: await pastBansOf(context, mainServer, player),
    })),
    implementQuery(ownBan, (context) => ({ ban: ownBanOf(context, mainServer, context.principal.playsAs) })),
  ],
  derivations: [
    followLostRights(followUps.cancelWithLostRights, { keepsSession: true, isFollowed: true }),
    ...followTargetRoles,
  ],
}
