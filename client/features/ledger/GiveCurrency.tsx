import { useSetAtom } from 'jotai'
import { numberText } from '../../../shared/engine/numberText.ts'
import { addCurrency, addedText, reverseGrant } from '../../../shared/features/ledger/commands.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { blankGift, GiveDraft, GiveFields, givenIn } from './giveForm.tsx'

interface GiveCurrencyProps {
  readonly player: { readonly account: string; readonly name: string }
  /** Why it cannot be sent now; null if it can. */
  readonly blocked: string | null
  /** Sent, or cancelled. */
  readonly onDone: () => void
}

/** Gives currency to one player. The toast has the new balance, and undoes it. */
export function GiveCurrency({ player, blocked, onDone }: GiveCurrencyProps) {
  const { value: draft, change, clear } = useDraft(`give ${player.account}`, GiveDraft, blankGift)
  const { run, busy, refusal, dismiss } = useCommand(addCurrency)
  const showAdded = useAddedToast()
  const send = async () => {
    const given = givenIn(draft)
    const answer = await run({ target: player.account, ...given })
    if (!answer.ok) return
    showAdded(answer.output, given.amount)
    clear()
    onDone()
  }
  return (
    <Form
      label={`Give currency to ${player.name}`}
      action="Give currency"
      busyLabel={busy ? 'Giving…' : null}
      blocked={blocked}
      problem={refusal?.message ?? null}
      onDismiss={dismiss}
      onSubmit={() => void send()}
      onCancel={onDone}
    >
      <GiveFields draft={draft} onDraft={change} />
    </Form>
  )
}

interface Added {
  readonly operation: string
  readonly player: { readonly account: string; readonly name: string }
  readonly newBalance: number
}

/** Shows the new balance, with the undo of the grant. */
export function useAddedToast() {
  const showToast = useSetAtom(showToastAtom)
  const { run } = useCommand(reverseGrant)
  const undo = async ({ operation, player }: Added) => {
    const answer = await run({ account: player.account, operation })
    const has = answer.ok ? numberText(answer.output.newBalance) : ''
    showToast(answer.ok ? `Taken back. ${player.name} has ${has} again.` : answer.message)
  }
  return (added: Added, amount: number) => {
    const { player, newBalance } = added
    showToast(addedText({ amount, player: player.name, newBalance }), () => void undo(added))
  }
}
