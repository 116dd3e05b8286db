import { useSetAtom } from 'jotai'
import { z } from 'zod'
import { longestTransaction, recordDonation, withdrawDonation } from '../../../shared/features/donations/commands.ts'
import { longestDonor } from '../../../shared/features/donations/donations.ts'
import { isCurrencyCode, minorUnits, moneyText } from '../../../shared/features/donations/money.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import styles from './Campaigns.module.css'

const Draft = z.object({
  amount: z.string(),
  currency: z.string(),
  account: z.string(),
  donor: z.string(),
  transaction: z.string(),
})
const blank: z.infer<typeof Draft> = { amount: '', currency: 'EUR', account: '', donor: '', transaction: '' }

export const currencyProblem = (text: string) =>
  text === '' || isCurrencyCode(text.trim().toUpperCase()) ? null : 'Enter a currency such as EUR.'
export const amountProblem = (text: string, currency: string) =>
  text === '' || !isCurrencyCode(currency) || minorUnits(text, currency) !== null
    ? null
    : `Enter an amount of ${currency} such as ${moneyText(1_000, currency).replace(`${currency} `, '')}.`

interface RecordDonationProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Records a donation that came by bank or by hand. */
export function RecordDonation({ onDone, onClose }: RecordDonationProps) {
  const { value: draft, change, clear } = useDraft('record donation', Draft, blank)
  const { run, busy, refusal, dismiss } = useCommand(recordDonation)
  const takeBack = useCommand(withdrawDonation)
  const showToast = useSetAtom(showToastAtom)
  const set: Change = (part) => {
    dismiss()
    change((before) => ({ ...before, ...part }))
  }
  const currency = draft.currency.trim().toUpperCase()
  const submit = async () => {
    const amount = minorUnits(draft.amount, currency)
    if (amount === null) return
    const { account, donor, transaction } = draft
    const answer = await run({ amount, currency, account, donor, transaction })
    if (!answer.ok) return
    clear()
    const { tier, ...named } = answer.output
    const sum = moneyText(amount, currency)
    showToast(`${sum} recorded.${tier === 'None' ? '' : ` The donor is a ${tier} patron.`}`, () => {
      void takeBack.run(named).then((undone) => {
        showToast(undone.ok ? `${sum} is withdrawn.` : undone.message)
        onDone()
      })
    })
    onDone()
    onClose()
  }
  return (
    <Dialog title="Record donation" hasClose={false} onClose={onClose}>
      <DialogBody>
        <Form
          label="Record donation"
          action="Record donation"
          busyLabel={busy ? 'Saving…' : null}
          problem={refusal?.message ?? null}
          onDismiss={dismiss}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          <div className={styles.columns}>
            <Field
              label="Amount"
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              needed="Enter an amount."
              check={(text) => amountProblem(text, currency)}
              value={draft.amount}
              onValue={(amount) => set({ amount })}
            />
            <Field
              label="Currency"
              autoComplete="off"
              needed="Enter a currency."
              check={currencyProblem}
              value={draft.currency}
              onValue={(next) => set({ currency: next })}
            />
          </div>
          <OptionalFields draft={draft} set={set} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

type Change = (part: Partial<z.infer<typeof Draft>>) => void

const OptionalFields = ({ draft, set }: { readonly draft: z.infer<typeof Draft>; readonly set: Change }) => (
  <>
    <Field
      label="Account (optional)"
      autoComplete="off"
      hint="SteamID, account ID or exact name. Leave it empty to assign it later."
      longest={longestNameOrId}
      value={draft.account}
      onValue={(account) => set({ account })}
    />
    <Field
      label="Donor (optional)"
      autoComplete="off"
      hint="To help you recognise the donor. Kept until the donation has an account, for 90 days at most."
      longest={longestDonor}
      value={draft.donor}
      onValue={(donor) => set({ donor })}
    />
    <Field
      label="Transaction (optional)"
      autoComplete="off"
      hint="The number that your bank or service gives it. The same number is recorded only once."
      longest={longestTransaction}
      value={draft.transaction}
      onValue={(transaction) => set({ transaction })}
    />
  </>
)
