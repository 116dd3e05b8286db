import { redemptionAudit } from '../../../shared/features/redemptions/archives.ts'
import * as commands from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  paidWeather,
  redeemRules,
  redeemWays,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchedBy } from '../settings/hubSettings.ts'
import { endWeather, followDeliveries, followHandTimes, followLinks } from './follow.ts'
import { cancelRedemption, dismissNotice, redeemItem, redeemOwned, setRules } from './rules.ts'
import { endStranded } from './stranded.ts'

/** What users redeem into the game: held until the game has it, and given back where it has not. */
export const redemptionsFeature: Feature = {
  name: 'redemptions',
  switch: switchedBy('redeem'),
  documents: [redemptions, redeemWays, handTimes, paidWeather, redeemRules],
  archives: [redemptionAudit],
  commands: [
    implement(commands.redeemItem, redeemItem),
    implement(commands.redeemOwned, redeemOwned),
    implement(commands.cancelRedemption, cancelRedemption),
    implement(commands.dismissNotice, dismissNotice),
    implement(commands.setRules, setRules),
    implement(commands.endWeather, endWeather),
    implement(commands.endStranded, endStranded),
  ],
  queries: [],
  derivations: [followDeliveries, followLinks, followHandTimes],
}
