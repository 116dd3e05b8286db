import { z } from 'zod'
import { counted } from '../../../shared/engine/counted.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { changeEconomySettings as command } from '../../../shared/features/economy/commands.ts'
import { type EconomySettings, economySettings, mostReward } from '../../../shared/features/economy/settings.ts'
import { MarketSettings } from '../../../shared/features/market/settings.ts'
import { TradeLimits } from '../../../shared/features/trades/limits.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Rule } from '../../engine/rule.ts'
import { changeOwnerSetting, isChangedSince, ownerSetting } from '../settings/changes.ts'

type RewardName = 'dailyBonus' | 'welcomeGrant' | 'trivia' | 'achievements'

const Reward = z.object({ isOn: z.boolean(), amount: z.int().min(1).max(mostReward) })
type Reward = z.infer<typeof Reward>

const rewardText = ({ isOn, amount }: Reward) => (isOn ? amountInWords(amount, 'voidPearls') : 'off')

const reward = (field: RewardName, name: string) =>
  ownerSetting<Reward>({
    key: `economy.${field}`,
    name,
    schema: Reward,
    alsoNeeds: command.alsoNeeds,
    inWords: rewardText,
    read({ read }) {
      const { isOn, amount } = read(economySettings)[field]
      return { isOn, amount }
    },
    write({ read, edit, now }, value) {
      const wasOn = read(economySettings)[field].isOn
      Object.assign(edit(economySettings)[field], value)
      // Accounts that were made while it was off get none.
      if (field === 'welcomeGrant' && value.isOn && !wasOn) edit(economySettings).welcomeGrant.since = now
    },
  })

const limitsText = ({ fromHours, perHour, hoursPerDinosaur }: TradeLimits) =>
  `from ${fromHours} h, ${numberText(perHour)} per hour, ${hoursPerDinosaur} h per dinosaur`

const marketText = ({ feePermille, feeFloor, feeCap, listingDays, resaleLockHours }: MarketSettings) => {
  const fee = `fee ${feePermille / 10}%, ${numberText(feeFloor)} to ${numberText(feeCap)}`
  return `${fee}; listings end after ${counted(listingDays, 'day')}; resale after ${counted(resaleLockHours, 'hour')}`
}

const part = <Field extends 'trades' | 'market'>(
  field: Field,
  name: string,
  schema: z.ZodType<EconomySettings[Field]>,
  inWords: (value: EconomySettings[Field]) => string,
) =>
  ownerSetting<EconomySettings[Field]>({
    key: `economy.${field}`,
    name,
    schema,
    alsoNeeds: command.alsoNeeds,
    inWords,
    read: ({ read }) => read(economySettings)[field],
    write: ({ edit }, value) => void Object.assign(edit(economySettings)[field], value),
  })

const settings = {
  dailyBonus: reward('dailyBonus', 'the daily bonus'),
  welcomeGrant: reward('welcomeGrant', 'the welcome grant'),
  trivia: reward('trivia', 'the trivia reward'),
  achievements: reward('achievements', 'the achievement reward'),
  trades: part('trades', 'the limits of gifts', TradeLimits, limitsText),
  market: part('market', 'the market', MarketSettings, marketText),
}
type Field = keyof typeof settings
export const economyOwnerSettings = Object.values(settings)

export const changeEconomySettings: Rule<typeof command> = (context, wanted) => {
  const { market, seen } = wanted
  for (const [field, setting] of Object.entries(settings)) {
    const [to, before] = [wanted[field as Field], seen?.[field as Field]]
    if (to !== undefined && before !== undefined && isChangedSince<unknown>(context, setting, before, to))
      return context.refuse('changedSince', {
        name: setting.name,
        now: setting.inWords(setting.read(context) as never),
      })
  }
  if (market && market.feeFloor > market.feeCap)
    return context.refuse('floorAboveCap', { floor: market.feeFloor, cap: market.feeCap })
  for (const [field, setting] of Object.entries(settings)) {
    const value = wanted[field as Field]
    if (value !== undefined) changeOwnerSetting<unknown>(context, setting, value)
  }
  return {}
}
