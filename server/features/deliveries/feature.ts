import * as commands from '../../../shared/features/deliveries/commands.ts'
import { bans, deliveries, ownDeliveries } from '../../../shared/features/deliveries/delivery.ts'
import { deliveryWords } from '../../../shared/features/deliveries/deliveryWords.ts'
import * as hubCommands from '../../../shared/features/deliveries/hubCommands.ts'
import * as laterCommands from '../../../shared/features/deliveries/laterCommands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { createLaterRules } from './laterRules.ts'
import * as outcomeRules from './outcomeRules.ts'
import { createPlayerRules } from './playerRules.ts'
import { createServerRules } from './serverRules.ts'
import { createWish } from './wish.ts'

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function deliveriesFeature(ownerSteamIds: readonly string[]): Feature {
  const wish = createWish(ownerSteamIds)
  const rules = { ...createPlayerRules(wish), ...createServerRules(wish) }
  const later = createLaterRules(wish, ownerSteamIds)
  return {
    name: 'deliveries',
    documents: [deliveries, deliveryWords, ownDeliveries, bans],
    commands: [
      implement(commands.slayPlayer, rules.slayPlayer),
      implement(commands.healPlayer, rules.healPlayer),
      implement(commands.slayMyself, rules.slayMyself),
      implement(commands.healMyself, rules.healMyself),
      implement(commands.kickPlayer, rules.kickPlayer),
      implement(commands.banPlayer, rules.banPlayer),
      implement(commands.unbanPlayer, rules.unbanPlayer),
      implement(commands.teleportPlayer, rules.teleportPlayer),
      implement(commands.messagePlayer, rules.messagePlayer),
      implement(commands.broadcast, rules.broadcast),
      implement(commands.saveGame, rules.saveGame),
      implement(commands.wipeCorpses, rules.wipeCorpses),
      implement(commands.setWhitelist, rules.setWhitelist),
      implement(commands.setToggle, rules.setToggle),
      implement(commands.runConsole, rules.runConsole),
      implement(laterCommands.retry, later.retry),
      implement(laterCommands.undo, later.undo),
      implement(laterCommands.cancel, later.cancel),
      implement(laterCommands.markDone, later.markDone),
      implement(laterCommands.drop, later.drop),
      implement(laterCommands.settle, later.settle),
      implement(hubCommands.begin, outcomeRules.begin),
      implement(hubCommands.end, outcomeRules.end),
      implement(hubCommands.requeue, outcomeRules.requeue),
      implement(hubCommands.handOver, outcomeRules.handOver),
      implement(hubCommands.order, outcomeRules.order),
      implement(hubCommands.noteDrift, outcomeRules.noteDrift),
      implement(hubCommands.lapseBan, outcomeRules.lapseBan),
    ],
    queries: [],
  }
}
