import { useSetAtom } from 'jotai'
import { z } from 'zod'
import { changeDonationTiers } from '../../../shared/features/donations/commands.ts'
import {
  donationSettings,
  longestPerks,
  mostTierDays,
  mostTierRows,
  TierDays,
  type TierRow,
  TierRows,
} from '../../../shared/features/donations/donations.ts'
import { minorUnits, moneyInput } from '../../../shared/features/donations/money.ts'
import { patronTiers } from '../../../shared/features/patrons/patrons.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Part } from '../../ui/Part.tsx'
import { Select } from '../../ui/Select.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import styles from './Campaigns.module.css'
import { amountProblem, currencyProblem } from './RecordDonation.tsx'

/** A line as typed. */
const Line = z.object({ tier: z.enum(patronTiers), currency: z.string(), amount: z.string(), perks: z.string() })
type Line = z.infer<typeof Line>
const Draft = z.object({
  lines: z.array(Line),
  days: z.string(),
  /** What the table was when the owner began to edit; null before, and after a refusal has said what it is now. */
  seen: z.object({ tiers: TierRows, days: TierDays }).nullable(),
})

const tierOptions = patronTiers.flatMap((tier) => (tier === 'None' ? [] : [{ key: tier, name: tier }]))

/** Which donation gives which tier, for how long, and with which perks. */
export function TierTable({ book }: { readonly book: string }) {
  const source = useDocument(donationSettings, book)
  return (
    <Part
      title="Tiers"
      description="A donation of at least this amount gives the tier; the highest counts. Amounts are never converted: add a line for each currency. Donations of one tier add up their days, and a tier ends by itself."
    >
      <StatefulContent {...statesOf(source, () => false, null)}>
        {source.value ? (
          <TierForm key={JSON.stringify(source.value)} tiers={source.value.tiers} days={source.value.days} />
        ) : null}
      </StatefulContent>
    </Part>
  )
}

interface TierFormProps {
  readonly tiers: readonly TierRow[]
  readonly days: number
}

function TierForm({ tiers, days }: TierFormProps) {
  const saved = {
    lines: tiers.map(({ tier, currency, amount, perks }): Line => {
      return { tier, currency, amount: moneyInput(amount, currency), perks }
    }),
    days: String(days),
    seen: null,
  }
  const { value: draft, change, clear } = useDraft<z.infer<typeof Draft>>('donation tiers', Draft, saved)
  const { run, busy, refusal, dismiss } = useCommand(changeDonationTiers)
  const showToast = useSetAtom(showToastAtom)
  const edit = (part: Partial<Pick<z.infer<typeof Draft>, 'lines' | 'days'>>) =>
    change({ ...draft, ...part, seen: draft.seen ?? { tiers: [...tiers], days } })
  const set = (lines: Line[]) => {
    dismiss()
    edit({ lines })
  }
  const submit = async () => {
    const answer = await run({
      tiers: draft.lines.map(rowOf),
      days: numberIn(draft.days) ?? days,
      seen: draft.seen ?? { tiers: [...tiers], days },
    })
    if (!answer.ok) return change((before) => ({ ...before, seen: null }))
    clear()
    showToast('Tiers saved. They count for donations from now on.')
  }
  return (
    <Form
      label="Tiers"
      action="Save tiers"
      busyLabel={busy ? 'Saving…' : null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void submit()}
    >
      {draft.lines.length === 0 ? <p className={styles.soft}>No tiers yet: a donation gives none.</p> : null}
      {draft.lines.map((line, at) => (
        <TierLine
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name of their own
          key={at}
          nth={at + 1}
          line={line}
          onLine={(part) => set(draft.lines.map((one, nth) => (nth === at ? { ...one, ...part } : one)))}
          onRemove={() => set(draft.lines.filter((_one, nth) => nth !== at))}
        />
      ))}
      <Actions>
        <Button
          disabled={draft.lines.length >= mostTierRows}
          onClick={() =>
            set([
              ...draft.lines,
              { tier: 'Bronze', currency: draft.lines.at(-1)?.currency ?? 'EUR', amount: '', perks: '' },
            ])
          }
        >
          Add line
        </Button>
      </Actions>
      <div className={styles.days}>
        <NumberField
          label="Days that a donation lasts"
          needed="Enter the number of days."
          step={1}
          least={1}
          most={mostTierDays}
          value={draft.days}
          onValue={(next) => edit({ days: next })}
        />
      </div>
    </Form>
  )
}

function rowOf({ tier, currency, amount, perks }: Line): TierRow {
  const code = currency.trim().toUpperCase()
  return { tier: tier === 'None' ? 'Bronze' : tier, currency: code, amount: minorUnits(amount, code) ?? 0, perks }
}

interface TierLineProps {
  readonly nth: number
  readonly line: Line
  readonly onLine: (part: Partial<Line>) => void
  readonly onRemove: () => void
}

const TierLine = ({ nth, line, onLine, onRemove }: TierLineProps) => (
  <fieldset className={styles.tierRow}>
    <legend className="unseen">Line {nth}</legend>
    <Select
      label="Tier"
      options={tierOptions}
      value={line.tier === 'None' ? null : line.tier}
      onValue={(tier) => onLine({ tier })}
    />
    <Field
      label="Currency"
      needed="Enter a currency."
      check={currencyProblem}
      value={line.currency}
      onValue={(currency) => onLine({ currency })}
    />
    <Field
      label="From"
      inputMode="decimal"
      needed="Enter an amount."
      check={(text) => amountProblem(text, line.currency.trim().toUpperCase())}
      value={line.amount}
      onValue={(amount) => onLine({ amount })}
    />
    <Field
      label="Perks in words (optional)"
      longest={longestPerks}
      value={line.perks}
      onValue={(perks) => onLine({ perks })}
    />
    <Button tone="quiet" aria-label={`Remove line ${nth}`} onClick={onRemove}>
      Remove
    </Button>
  </fieldset>
)
