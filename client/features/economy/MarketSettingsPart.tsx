import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import {
  type MarketSettings,
  mostFee,
  mostFeePermille,
  mostListingDays,
  mostResaleLockHours,
} from '../../../shared/features/market/settings.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Part } from '../../ui/Part.tsx'
import { useMay } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { type NumberSetting, NumbersForm } from './NumbersForm.tsx'

/** The owner's settings of the market. */
export function MarketSettingsPart() {
  const market = useDocument(economySettings).value?.market
  const [isOn, mayChange] = [useFeature('realCurrency'), useMay(changeEconomySettings)]
  return isOn && mayChange ? (
    <Part
      title="Market"
      description="The seller pays the fee, and it leaves the economy. Open listings keep the fee and the end that their sellers were shown."
    >
      {market ? (
        <NumbersForm label="Market" fields={fields} kept={market} change={(numbers) => ({ market: numbers })} />
      ) : (
        <p role="status">Loading…</p>
      )}
    </Part>
  ) : null
}

const fields: readonly NumberSetting<keyof MarketSettings>[] = [
  {
    name: 'feePermille',
    label: 'Fee in percent of the price',
    hint: 'Rounded up to a whole amount. 0: only the lowest fee is charged.',
    least: 0,
    most: mostFeePermille,
    perShown: 10,
  },
  {
    name: 'feeFloor',
    label: 'Lowest fee',
    hint: 'In the currency of the price. Sellers always get at least 1.',
    least: 0,
    most: mostFee,
  },
  { name: 'feeCap', label: 'Highest fee', hint: '0 for no fee at all.', least: 0, most: mostFee },
  {
    name: 'listingDays',
    label: 'Days until a listing ends',
    hint: 'What was listed goes back to its seller then.',
    least: 1,
    most: mostListingDays,
  },
  {
    name: 'resaleLockHours',
    label: 'Hours before something can be sold on',
    hint: 'For anything bought in the shop or on the market, or received as a gift. 0: it can be sold at once.',
    least: 0,
    most: mostResaleLockHours,
  },
]
