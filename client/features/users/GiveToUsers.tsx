import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { mostCurrency } from '../../../shared/features/ledger/accounts.ts'
import { longestReason, reverseGrants } from '../../../shared/features/ledger/commands.ts'
import { type GivenToUsers, giveToUsers, userTexts } from '../../../shared/features/users/commands.ts'
import { amountsInWords } from '../../../shared/features/world/amounts.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { numberIn } from '../../ui/textRules.ts'
import { useDraft } from '../../ui/useDraft.ts'
import { type ChosenUsers, countOf, Named, problemText, type UsersOutcome } from './chosenUsers.tsx'

/** The amounts as typed. */
const Draft = z.object({
  voidPearls: z.string(),
  razorTalons: z.string(),
  sylvanShards: z.string(),
  reason: z.string(),
})
const blank: z.infer<typeof Draft> = { voidPearls: '', razorTalons: '', sylvanShards: '', reason: '' }

interface GiveToUsersProps {
  readonly chosen: ChosenUsers
  /** Null: cancelled. */
  readonly onClose: (outcome: UsersOutcome | null) => void
  /** What was given is taken back. */
  readonly onUndone: () => void
}

/** Gives the same currencies to all chosen users: first the amounts, then the question with the sums. */
export function GiveToUsers({ chosen, onClose, onUndone }: GiveToUsersProps) {
  const { value: draft, change, clear } = useDraft('give to users', Draft, blank)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { run, busy, refusal, dismiss } = useCommand(giveToUsers)
  const showUndo = useUndo(onUndone)
  const amounts = {
    voidPearls: numberIn(draft.voidPearls) ?? 0,
    razorTalons: numberIn(draft.razorTalons) ?? 0,
    sylvanShards: numberIn(draft.sylvanShards) ?? 0,
  }
  const send = async () => {
    const answer = await run({ users: [...chosen.keys()], currencies: amounts, reason: draft.reason.trim() })
    if (!answer.ok) return
    clear()
    const { given, skipped } = answer.output
    showUndo(answer.output)
    onClose({ sentence: `${amountsInWords(amounts)} given to ${given === 1 ? '1 user' : `${given} users`}.`, skipped })
  }
  if (isAsking)
    return (
      <Confirm
        title={`Give ${amountsInWords(amounts)} to ${countOf(chosen)}?`}
        action={`Give to ${countOf(chosen)}`}
        busyLabel={busy ? 'Giving…' : null}
        tone="main"
        refusal={problemText(userTexts.give, refusal)}
        onConfirm={() => void send()}
        onCancel={() => {
          dismiss()
          setAsking(false)
        }}
      >
        <Named chosen={chosen} />
        <p>
          {chosen.size === 1
            ? 'They get it once.'
            : `That is ${amountsInWords(amounts, chosen.size)} in total. Each gets it once.`}
        </p>
      </Confirm>
    )
  return (
    <Dialog title={`Give currency to ${countOf(chosen)}`} hasClose={false} onClose={() => onClose(null)}>
      <DialogBody>
        <Named chosen={chosen} />
        <Form
          label={`Give currency to ${countOf(chosen)}`}
          action="Continue"
          busyLabel={null}
          problem={problem}
          onDismiss={() => setProblem(null)}
          onSubmit={() => {
            const isNothing = Object.values(amounts).every((amount) => amount === 0)
            setProblem(isNothing ? giveToUsers.refusals.nothing : null)
            setAsking(!isNothing)
          }}
          onCancel={() => onClose(null)}
        >
          <AmountFields draft={draft} onDraft={change} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

interface AmountFieldsProps {
  readonly draft: z.infer<typeof Draft>
  readonly onDraft: (draft: z.infer<typeof Draft>) => void
}

const AmountFields = ({ draft, onDraft }: AmountFieldsProps) => (
  <>
    {currencies.map((currency, at) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: no number counts as 0 once the field inside is left
      <div
        key={currency}
        onBlur={() => {
          if (draft[currency].trim() !== '' && numberIn(draft[currency]) === null)
            onDraft({ ...draft, [currency]: '0' })
        }}
      >
        <NumberField
          label={currencyNames[currency]}
          autoFocus={at === 0}
          step={1}
          least={0}
          most={mostCurrency}
          value={draft[currency]}
          onValue={(value) => onDraft({ ...draft, [currency]: value })}
        />
      </div>
    ))}
    <Field
      label="Reason (optional)"
      autoComplete="off"
      hint="They can read it in their ledger."
      longest={longestReason}
      value={draft.reason}
      onValue={(reason) => onDraft({ ...draft, reason })}
    />
  </>
)

/** Offers to take all of it back. What was spent meanwhile stays. */
function useUndo(onUndone: () => void) {
  const showToast = useSetAtom(showToastAtom)
  const { run } = useCommand(reverseGrants)
  const undo = async ({ grants }: GivenToUsers) => {
    const answer = await run({ grants: [...grants] })
    if (!answer.ok) return showToast(answer.message)
    const kept = answer.output.skipped.length
    showToast(kept === 0 ? 'Taken back.' : `Taken back, except ${kept} that were spent already.`)
    onUndone()
  }
  return (given: GivenToUsers) => showToast('Currency given.', () => void undo(given))
}
