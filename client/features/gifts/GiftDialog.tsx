import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { findReceiver, type Gift, sendGift } from '../../../shared/features/gifts/gifts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { CheckedForm, Form } from '../../ui/Form.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useWhyBlocked } from '../roles/Gated.tsx'
import { draftOf, type GiftDraft, GiftFields, type GiftStart, giftIn } from './GiftFields.tsx'
import styles from './Gifts.module.css'
import { type Receiver, ReceiverPicker, type TypedReceiver } from './ReceiverPicker.tsx'

interface GiftDialogProps {
  /** Where the user gives a certain thing, or in a certain currency. */
  readonly start?: GiftStart
  /** Where the user gives to a certain player; otherwise they name one. */
  readonly receiver?: Receiver | undefined
  readonly onClose: () => void
}

interface Asked {
  readonly receiver: Receiver
  readonly gift: Gift
}

/** Gives a dinosaur, a skin or currency to another player: who and what, then a question that says what leaves and what stays. */
export function GiftDialog({ start = { kind: 'currency' }, receiver, onClose }: GiftDialogProps) {
  const [draft, setDraft] = useState<GiftDraft>(() => draftOf(start))
  const [typed, setTyped] = useState<TypedReceiver>({ text: '', account: null })
  const [asked, ask] = useState<Asked | null>(null)
  const back = () => ask(null)
  const formTitle = receiver ? `Gift for ${receiver.name}` : 'Send a gift'
  const title = asked ? `Send this to ${asked.receiver.name}?` : formTitle
  return (
    // Each of the two sets its own first focus.
    <Dialog key={asked ? 'question' : 'form'} title={title} hasClose={asked === null} onClose={asked ? back : onClose}>
      {asked ? (
        <Question asked={asked} onBack={back} onSent={onClose} />
      ) : (
        <DialogBody>
          <GiftForm
            start={start}
            receiver={receiver}
            draft={draft}
            setDraft={setDraft}
            typed={typed}
            setTyped={setTyped}
            onAsk={ask}
            onCancel={onClose}
          />
        </DialogBody>
      )}
    </Dialog>
  )
}

interface GiftFormProps {
  readonly start: GiftStart
  readonly receiver: Receiver | undefined
  readonly draft: GiftDraft
  readonly setDraft: (draft: GiftDraft) => void
  readonly typed: TypedReceiver
  readonly setTyped: (typed: TypedReceiver) => void
  readonly onAsk: (asked: Asked) => void
  readonly onCancel: () => void
}

function GiftForm({ start, receiver, draft, setDraft, typed, setTyped, onAsk, onCancel }: GiftFormProps) {
  const connection = useConnection()
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const goOn = async () => {
    const gift = giftIn(draft)
    if (gift === null) return
    if (receiver) return onAsk({ receiver, gift })
    if (typed.account !== null) return onAsk({ receiver: { account: typed.account, name: typed.text }, gift })
    setLooking(true)
    const answer = await connection.query(findReceiver.name, { name: typed.text.trim() })
    setLooking(false)
    if (answer.ok) onAsk({ receiver: findReceiver.output.parse(answer.output), gift })
    else setProblem(answer.message)
  }
  return (
    <Form
      label="Send a gift"
      action="Continue"
      busyLabel={isLooking ? 'Looking…' : null}
      blocked={useWhyBlocked()}
      onSubmit={() => void goOn()}
      onCancel={onCancel}
    >
      {receiver ? null : (
        <ReceiverPicker
          typed={typed}
          onTyped={(next) => {
            setProblem(null)
            setTyped(next)
          }}
          problem={problem}
        />
      )}
      <GiftFields start={start} draft={draft} isFirst={receiver !== undefined} onDraft={setDraft} />
    </Form>
  )
}

interface QuestionProps {
  readonly asked: Asked
  readonly onBack: () => void
  readonly onSent: () => void
}

function Question({ asked: { receiver, gift }, onBack, onSent }: QuestionProps) {
  const { run, busy, refusal, dismiss } = useCommand(sendGift)
  const showToast = useSetAtom(showToastAtom)
  const me = useAtomValue(accessAtom).principal?.id ?? ''
  const balances = useDocument(wallet, me).value
  const what = useWhat(me, gift)
  const kept = gift.kind === 'currency' && balances ? balances[gift.currency] - gift.amount : null
  const blocked = kept !== null && kept < 0 && !busy ? sendGift.refusals.tooPoor : null
  const problem = blocked ?? refusal?.message
  const send = async () => {
    const answer = await run({ to: receiver.account, gift })
    if (!answer.ok) return
    showToast(`You sent ${what} to ${answer.output.name}.`)
    onSent()
  }
  return (
    <CheckedForm
      aria-label="Send a gift"
      isBusy={busy}
      isReady={!busy && blocked === null}
      onSubmit={() => void send()}
    >
      <DialogBody>
        <dl className={styles.leaves}>
          <dt>You give</dt>
          <dd>{what}</dd>
          <dt>Goes to</dt>
          <dd>{receiver.name}</dd>
          {gift.kind === 'currency' && kept !== null && kept >= 0 ? (
            <>
              <dt>You keep</dt>
              <dd>{amountInWords(kept, gift.currency)}</dd>
            </>
          ) : null}
        </dl>
        <p>{endWords[gift.kind]}</p>
        {problem ? <Problem {...(blocked === null && { onDismiss: dismiss })}>{problem}</Problem> : null}
      </DialogBody>
      <DialogActions>
        <CancelButton name="Back" data-first-focus isBusy={busy} onCancel={onBack} />
        <Button type="submit" tone="main" disabled={blocked !== null} busyLabel={busy ? 'Sending…' : null}>
          Send {what}
        </Button>
      </DialogActions>
    </CheckedForm>
  )
}

const endWords = {
  currency: "You can't take it back.",
  dinosaur:
    "You can't take it back. Its growth and mutations go with it; the name you gave it doesn't. They can't sell it or give it away at once.",
  skin: "You can't take it back. They can't sell it or give it away at once.",
} as const satisfies Record<Gift['kind'], string>

function useWhat(me: string, gift: Gift): string {
  const dinosaurs = useDocument(inventory, me).value?.dinosaurs ?? {}
  const skins = useDocument(ownedSkins, me).value?.skins ?? {}
  if (gift.kind === 'currency') return amountInWords(gift.amount, gift.currency)
  if (gift.kind === 'skin') {
    const skin = Object.hasOwn(skins, gift.skin) ? skins[gift.skin] : undefined
    return skin ? listedName({ ...skin, kind: 'skin' }) : 'this skin'
  }
  const entry = Object.hasOwn(dinosaurs, gift.dinosaur) ? dinosaurs[gift.dinosaur] : undefined
  return entry ? knownOf(entry).name : 'this dinosaur'
}
