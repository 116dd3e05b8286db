import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { limitDays, mostHours, mostPerHour, type TradeLimits } from '../../../shared/features/trades/limits.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { useMay } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { type NumberSetting, NumbersForm } from './NumbersForm.tsx'

/** The owner's limits of gifts, and of sales far from the usual price. */
export function TradeLimitsPart() {
  const limits = useDocument(economySettings).value?.trades
  const [isOn, mayChange] = [useFeature('realCurrency'), useMay(changeEconomySettings)]
  return isOn && mayChange ? (
    <Part
      title="Gifts"
      description="Limits against second accounts that only collect rewards. They count hours seen in the game, so honest players hardly notice them. A sale far from the usual price counts as a gift, too. If the same two players trade again within 7 days, each further sale counts by its difference from the usual price."
    >
      {limits ? (
        <NumbersForm label="Gifts" fields={fields} kept={limits} change={(numbers) => ({ trades: numbers })} />
      ) : (
        <p role="status">Loading…</p>
      )}
    </Part>
  ) : null
}

const fields: readonly NumberSetting<keyof TradeLimits>[] = [
  {
    name: 'fromHours',
    label: 'Hours in the game before a player can give',
    hint: "0 for none. Use 0 if the hub isn't connected to a game server, because it can't count hours then.",
    least: 0,
    most: mostHours,
  },
  {
    name: 'perHour',
    label: 'Currency for each hour in the game',
    hint: `Of each currency, to one player within ${limitDays} days. 0 for any amount.`,
    least: 0,
    most: mostPerHour,
  },
  {
    name: 'hoursPerDinosaur',
    label: 'Hours in the game for each dinosaur',
    hint: `To one player within ${limitDays} days, at least one. 0 for any number.`,
    least: 0,
    most: mostHours,
  },
]
