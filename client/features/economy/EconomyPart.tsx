import { useState } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { readHouse } from '../../../shared/features/economy/queries.ts'
import { economySettings, mostReward } from '../../../shared/features/economy/settings.ts'
import { causeNames } from '../../../shared/features/ledger/ledgerSearch.ts'
import { type Currency, currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Part } from '../../ui/Part.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useMay } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './EconomyPart.module.css'

/** The rewards of the hub and the totals of the house, for owners. */
export function EconomyPart() {
  const mayChange = useMay(changeEconomySettings)
  return useFeature('realCurrency') ? (
    <Part
      title="Economy"
      description={
        mayChange
          ? 'Rewards in Void Pearls, and how much currency there is. Changes are in the audit.'
          : 'How much currency there is.'
      }
    >
      {mayChange ? <Rewards /> : null}
      <House />
    </Part>
  ) : null
}

const rewards = [
  ['dailyBonus', 'Daily bonus', 'For the first visit of each day. A day begins at 00:00 UTC.'],
  ['welcomeGrant', 'Welcome grant', 'Once, for accounts that are made after you switch it on.'],
  ['trivia', 'Trivia', 'For each correct answer, once per question and day.'],
  ['achievements', 'Achievements', 'For each achievement, once per player.'],
] as const

function Rewards() {
  const settings = useDocument(economySettings).value
  return settings ? (
    <div className={styles.rewards}>
      {rewards.map(([reward, name, description]) => (
        <RewardSetting key={reward} name={name} description={description} reward={reward} setting={settings[reward]} />
      ))}
    </div>
  ) : (
    <p role="status">Loading…</p>
  )
}

interface RewardSettingProps {
  readonly name: string
  readonly description: string
  readonly reward: 'dailyBonus' | 'welcomeGrant' | 'trivia' | 'achievements'
  readonly setting: { readonly isOn: boolean; readonly amount: number }
}

function RewardSetting({ name, description, reward, setting: { isOn, amount } }: RewardSettingProps) {
  const turn = useCommand(changeEconomySettings)
  const { run, busy, refusal, dismiss } = useCommand(changeEconomySettings)
  const [typed, setTyped] = useState<string | null>(null)
  // What was shown when the owner began to type, or when they learned that another owner has changed it since.
  const [seen, see] = useState<RewardSettingProps['setting'] | null>(null)
  const shown = { isOn, amount }
  const text = typed ?? String(amount)
  const next = numberIn(text)
  const save = async () => {
    if (next === null) return
    const answer = await run({ [reward]: { isOn, amount: next }, seen: { [reward]: seen ?? shown } })
    see(null)
    if (answer.ok) setTyped(null)
  }
  return (
    <section className={styles.reward} aria-label={name}>
      <Toggle
        name={name}
        description={description}
        on={isOn}
        isBusy={turn.busy}
        problem={turn.refusal?.message ?? null}
        onTurn={(on) => void turn.run({ [reward]: { isOn: on, amount }, seen: { [reward]: shown } })}
      />
      <Form
        label={name}
        action="Save"
        tone="plain"
        busyLabel={busy ? 'Saving…' : null}
        blocked={null}
        problem={refusal?.message ?? null}
        onDismiss={dismiss}
        onSubmit={() => void save()}
      >
        <NumberField
          label={`${name}: Void Pearls`}
          needed={`Enter a whole number from 1 to ${numberText(mostReward)}.`}
          least={1}
          most={mostReward}
          step={1}
          value={text}
          onValue={(next) => {
            see(seen ?? shown)
            setTyped(next)
          }}
        />
      </Form>
    </section>
  )
}

/** Digits, even of sums that are too large for a number. */
const sumLabel = (digits: string) => numberText(BigInt(digits))

interface HouseRow {
  readonly key: string
  readonly name: string
  readonly amounts: Readonly<Record<Currency, string>>
  /** Shown only where something is wrong. */
  readonly isWrong?: boolean
}

/** Supply, what each cause made or took, and drift. */
function House() {
  const { value, at, refusal, state, reload } = useQuery(readHouse, {})
  if (!value) return refusal ? <Problem>{refusal.message}</Problem> : <p role="status">Loading…</p>
  const of = (field: 'supply' | 'held' | 'drift') =>
    Object.fromEntries(value.currencies.map((one) => [one.currency, one[field]])) as Record<Currency, string>
  const named = Object.entries(causeNames)
  const flowRows = (kind: 'faucet' | 'sink') =>
    value.flows
      .filter((flow) => flow.kind === kind)
      .map(({ cause, amounts }) => ({
        key: `${kind} ${cause}`,
        name: `${kind === 'faucet' ? 'Made' : 'Spent'}: ${named.find(([one]) => one === cause)?.[1].toLowerCase() ?? cause}`,
        amounts,
      }))
  const isWrong = value.currencies.some(({ drift }) => drift !== '0')
  const rows: readonly HouseRow[] = [
    { key: 'supply', name: 'In circulation', amounts: of('supply') },
    { key: 'held', name: 'Of which set aside', amounts: of('held') },
    ...flowRows('faucet'),
    ...flowRows('sink'),
    { key: 'drift', name: 'Drift', amounts: of('drift'), isWrong },
  ]
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.heading}>Totals</h3>
        <p className={styles.soft}>
          {value.wallets === 1 ? '1 wallet' : `${numberText(value.wallets)} wallets`}
          {at === null ? null : (
            <>
              , read <Ago at={at} isInSentence />
            </>
          )}
        </p>
        <Button tone="quiet" busyLabel={state === 'loading' ? 'Reading…' : null} onClick={reload}>
          Refresh
        </Button>
      </div>
      {isWrong ? (
        <Problem>
          Wallets and ledger differ. Nothing was corrected automatically. The hub's log has the details.
        </Problem>
      ) : null}
      <DataTable caption="Totals of the economy" columns={columns} rows={rows} keyOf={({ key }) => key} />
      <p className={styles.soft}>
        What was made, less what was spent, is in circulation. Drift is any difference, and should always be 0.
      </p>
    </>
  )
}

const columns: readonly Column<HouseRow>[] = [
  { name: 'Total', isPlain: true, width: 'minmax(160px, 1fr)', cell: ({ name }) => name },
  ...currencies.map(
    (currency): Column<HouseRow> => ({
      name: currencyNames[currency],
      figures: true,
      width: 'minmax(96px, 160px)',
      cell: ({ amounts }) => (
        <span className={styles.sum}>
          {sumLabel(amounts[currency])} <CurrencyMark currency={currency} size={16} />
        </span>
      ),
    }),
  ),
]
