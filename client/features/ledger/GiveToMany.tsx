import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { addCurrencyToMany, type GivenToMany, reverseGrants } from '../../../shared/features/ledger/commands.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useDraft } from '../../ui/useDraft.ts'
import { blankGift, GiveDraft, GiveFields, givenIn } from './giveForm.tsx'

interface GiveToManyProps {
  /** Names by the game's id or the account's. */
  readonly chosen: ReadonlyMap<string, string>
  /** Null: cancelled. */
  readonly onDone: (answer: GivenToMany | null) => void
}

const mostNamed = 12

/** Gives the same amount to each of several players: first the fields, then the question with the sum. */
export function GiveToMany({ chosen, onDone }: GiveToManyProps) {
  const { value: draft, change, clear } = useDraft('give to many', GiveDraft, blankGift)
  const [isAsking, setAsking] = useState(false)
  const { run, busy, refusal, dismiss } = useCommand(addCurrencyToMany)
  const count = chosen.size === 1 ? '1 player' : `${chosen.size} players`
  const given = givenIn(draft)
  const sum = amountInWords(given.amount * chosen.size, given.currency)
  const send = async () => {
    const answer = await run({ targets: [...chosen.keys()], ...given })
    if (!answer.ok) return
    clear()
    onDone(answer.output)
  }
  if (isAsking)
    return (
      <Confirm
        title={`Give ${sum} to ${count}?`}
        action={`Give to ${count}`}
        busyLabel={busy ? 'Giving…' : null}
        refusal={refusal?.message ?? null}
        onConfirm={() => void send()}
        onCancel={() => {
          dismiss()
          setAsking(false)
        }}
      >
        <Named names={[...chosen.values()]} />
        <p>
          {amountInWords(given.amount, given.currency)} each, {sum} in total. Players who have never signed in, and
          those whom you may not give currency, are left out.
        </p>
      </Confirm>
    )
  return (
    <Dialog title={`Give currency to ${count}`} hasClose={false} onClose={() => onDone(null)}>
      <DialogBody>
        <Named names={[...chosen.values()]} />
        <Form
          label={`Give currency to ${count}`}
          action="Continue"
          busyLabel={null}
          onSubmit={() => setAsking(true)}
          onCancel={() => onDone(null)}
        >
          <GiveFields draft={draft} onDraft={change} />
        </Form>
      </DialogBody>
    </Dialog>
  )
}

const Named = ({ names }: { readonly names: readonly string[] }) => (
  <p>
    {names.slice(0, mostNamed).join(', ')}
    {names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}
  </p>
)

/** Shows what was given, with the undo of all of it. */
export function useGivenToast() {
  const showToast = useSetAtom(showToastAtom)
  const { run } = useCommand(reverseGrants)
  const undo = async ({ grants }: GivenToMany) => {
    const answer = await run({ grants: [...grants] })
    showToast(answer.ok ? takenLabel(answer.output) : answer.message)
  }
  return (given: GivenToMany) => showToast(givenLabel(given), () => void undo(given))
}

interface Taken {
  readonly reversed: number
  readonly skipped: GivenToMany['skipped']
}

/** How many grants were taken back, and which were not and why. */
const takenLabel = ({ reversed, skipped }: Taken): string =>
  `Taken back from ${countText(reversed)}. ${skippedText(skipped, ['keeps it', 'keep it'])}`.trim()

/** What was given, and who got nothing and why. */
export const givenLabel = ({ given, skipped }: GivenToMany): string =>
  `✅ Added currency to ${countText(given)}. ${skippedText(skipped)}`.trim()

const countText = (players: number) => (players === 1 ? '1 player' : `${players} players`)

/** Of players for whom a command did nothing: the first with the reason, and how many more there are. Empty without any. */
export function skippedText(
  [first, ...others]: GivenToMany['skipped'],
  [one, several]: readonly [string, string] = ['was left out', 'were left out'],
): string {
  if (!first) return ''
  const more = others.length === 0 ? '' : ` ${others.length} more ${others.length === 1 ? one : several}.`
  return `${first.name}: ${first.why}${more}`
}
