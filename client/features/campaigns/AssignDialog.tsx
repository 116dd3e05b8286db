import { useSetAtom } from 'jotai'
import type { assignDonation, moveDonation } from '../../../shared/features/donations/commands.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import type { PatronTier } from '../../../shared/features/patrons/patrons.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import type { CommandUse } from '../../connection/useCommand.ts'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'

type Use = CommandUse<typeof assignDonation> | CommandUse<typeof moveDonation>

interface AssignDialogProps {
  readonly title: string
  readonly donation: { readonly id: string; readonly amount: number; readonly currency: string }
  readonly use: Pick<Use, 'busy' | 'refusal' | 'dismiss'>
  readonly send: (account: string) => ReturnType<Use['run']>
  readonly onClose: () => void
}

/** The message once it is assigned. */
export const assignedText = (
  { amount, currency }: { readonly amount: number; readonly currency: string },
  { name, tier }: { readonly name: string; readonly tier: PatronTier },
) => `${moneyText(amount, currency)} is ${name}'s.${tier === 'None' ? '' : ` They are a ${tier} patron.`}`

/** Asks whose a donation is. What was typed is kept until it is assigned. */
export function AssignDialog({ title, donation, use, send, onClose }: AssignDialogProps) {
  const { value: account, change, clear } = useTextDraft(`assign ${donation.id}`)
  const { busy, refusal, dismiss } = use
  const showToast = useSetAtom(showToastAtom)
  const submit = async () => {
    const answer = await send(account.trim())
    if (!answer.ok) return
    clear()
    showToast(assignedText(donation, answer.output))
    onClose()
  }
  return (
    <Dialog title={title} hasClose={false} onClose={onClose}>
      <DialogBody>
        <Form
          label={title}
          action="Assign"
          busyLabel={busy ? 'Assigning…' : null}
          onSubmit={() => void submit()}
          onCancel={onClose}
        >
          <Field
            label="Account"
            autoFocus
            autoComplete="off"
            hint="SteamID, account ID or exact name."
            needed="Enter a SteamID or a name."
            longest={longestNameOrId}
            value={account}
            problem={refusal?.message ?? null}
            onValue={(text) => {
              dismiss()
              change(text)
            }}
          />
        </Form>
      </DialogBody>
    </Dialog>
  )
}
