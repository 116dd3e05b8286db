import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { changeEconomySettings } from '../../../shared/features/economy/commands.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import { limitDays, TradeLimits } from '../../../shared/features/trades/limits.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Part } from '../../ui/Part.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useFeature } from '../server/FeatureOff.tsx'

/** The owner's limits of gifts, and of sales far from the usual price. */
export function TradeLimitsPart() {
  const limits = useDocument(economySettings).value?.trades
  return useFeature('realCurrency') ? (
    <Part
      title="Gifts"
      description="Limits against second accounts that only collect rewards. They count hours seen in the game, so honest players hardly meet them. A sale far from the usual price counts as a gift, too."
    >
      {limits ? <LimitsForm kept={limits} /> : <p role="status">Loading…</p>}
    </Part>
  ) : null
}

interface LimitField {
  readonly name: keyof TradeLimits
  readonly label: string
  readonly hint: string
  readonly most: number
}
const fields: readonly LimitField[] = [
  {
    name: 'fromHours',
    label: 'Hours in the game before a player can give',
    hint: '0 for none. Use 0 where the hub reads no game server: it sees no hours there.',
    most: 1_000,
  },
  {
    name: 'perHour',
    label: 'Currency for each hour in the game',
    hint: `Of each currency, to one player within ${limitDays} days. 0 for any amount.`,
    most: 1_000_000,
  },
  {
    name: 'hoursPerDinosaur',
    label: 'Hours in the game for each dinosaur',
    hint: `To one player within ${limitDays} days, at least one. 0 for any number.`,
    most: 1_000,
  },
]

const figures = new Intl.NumberFormat('en-GB')

function LimitsForm({ kept }: { readonly kept: TradeLimits }) {
  const { run, busy, refusal, dismiss } = useCommand(changeEconomySettings)
  const showToast = useSetAtom(showToastAtom)
  const [typed, type] = useState<Partial<Record<keyof TradeLimits, string>>>({})
  const shown = (field: keyof TradeLimits) => typed[field] ?? String(kept[field])
  const next = TradeLimits.safeParse(Object.fromEntries(fields.map(({ name }) => [name, numberIn(shown(name))])))
  const save = async () => {
    if (!next.success || !(await run({ trades: next.data })).ok) return
    type({})
    showToast('Saved. It holds from now on.')
  }
  return (
    <Form
      label="Gifts"
      action="Save"
      tone="plain"
      busyLabel={busy ? 'Saving…' : null}
      blocked={null}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void save()}
    >
      {fields.map(({ name, label, hint, most }) => (
        <NumberField
          key={name}
          label={label}
          hint={hint}
          needed={`Enter a whole number from 0 to ${figures.format(most)}.`}
          least={0}
          most={most}
          step={1}
          value={shown(name)}
          onValue={(text) => type((before) => ({ ...before, [name]: text }))}
        />
      ))}
    </Form>
  )
}
