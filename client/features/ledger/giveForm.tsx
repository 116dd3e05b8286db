import { z } from 'zod'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { amountProblem, longestReason } from '../../../shared/features/ledger/commands.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { numberIn } from '../../ui/textRules.ts'

/** What is typed into the fields. `amount` as typed. */
export const GiveDraft = z.object({ currency: z.enum(currencies), amount: z.string(), reason: z.string() })
export type GiveDraft = z.infer<typeof GiveDraft>
export const blankGift: GiveDraft = { currency: 'voidPearls', amount: '', reason: '' }

/** As the commands take it. */
export const givenIn = ({ currency, amount, reason }: GiveDraft) => ({
  currency,
  amount: numberIn(amount) ?? 0,
  reason: reason.trim(),
})

const options = currencies.map((key) => ({ key, name: currencyNames[key] }))

interface GiveFieldsProps {
  readonly draft: GiveDraft
  readonly onDraft: (draft: GiveDraft) => void
  /** Whether the amount takes the focus. */
  readonly isFirst?: boolean
  readonly amountLabel?: string
}

/** Amount, currency and reason. */
export const GiveFields = ({ draft, onDraft, isFirst = true, amountLabel = 'Amount' }: GiveFieldsProps) => (
  <>
    <NumberField
      label={amountLabel}
      autoFocus={isFirst}
      needed={amountProblem}
      step={1}
      least={1}
      most={mostCurrency}
      value={draft.amount}
      onValue={(amount) => onDraft({ ...draft, amount })}
    />
    <Select
      label="Currency"
      options={options}
      value={draft.currency}
      onValue={(currency) => onDraft({ ...draft, currency })}
    />
    <Field
      label="Reason (optional)"
      autoComplete="off"
      hint="The player can read it in their ledger."
      longest={longestReason}
      value={draft.reason}
      onValue={(reason) => onDraft({ ...draft, reason })}
    />
  </>
)
