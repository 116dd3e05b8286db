import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import { longestReason } from '../../../shared/features/ledger/commands.ts'
import { refundableCauses } from '../../../shared/features/ledger/ledger.ts'
import type { LedgerLine } from '../../../shared/features/ledger/queries.ts'
import { readPurchase, refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './Ledger.module.css'

interface RefundPurchaseProps {
  readonly line: LedgerLine
  /** The operations that belong to it. */
  readonly related: readonly LedgerLine[]
  /** The account whose ledger staff read. */
  readonly player: string
  /** Why the hub refuses a refund to this reader; null if it does not. */
  readonly mayNot?: 'above' | 'notYourself' | null
  readonly onRefunded: () => void
}

/** The part of a payment that is spent; null for what is only held, and for what no one refunds. */
function spentIn({ cause, changes }: LedgerLine) {
  const change = changes.find(({ balance, held }) => balance + held < 0)
  return change && refundableCauses.some((one) => one === cause)
    ? { amount: -change.balance - change.held, currency: change.currency }
    : null
}

/** Staff give back what a player paid. What was bought goes, too; where it was used, they learn that, and may give the currency back alone. */
export function RefundPurchase({ line, related, player, mayNot = null, onRefunded }: RefundPurchaseProps) {
  const isAllowed = useAtomValue(accessAtom).may.includes('settleEconomy')
  const [isAsking, setAsking] = useState(false)
  const { value: reason, change: setReason, clear } = useTextDraft(`refund ${line.operation}`)
  const { run, busy, refusal, dismiss } = useCommand(refundPurchase)
  const showToast = useSetAtom(showToastAtom)
  const spent = spentIn(line)
  const isRefunded = related.some(({ cause, reverses }) => cause === 'refund' && reverses === line.operation)
  if (!isAllowed || spent === null || isRefunded) return null
  if (mayNot !== null) return <p className={styles.soft}>{refundPurchase.refusals[mayNot]}</p>
  const price = amountInWords(spent.amount, spent.currency)
  const item = line.item || 'this purchase'
  const isUsed = refusal?.code === 'used'
  const close = () => {
    dismiss()
    setAsking(false)
  }
  const send = async () => {
    const answer = await run({ account: player, operation: line.operation, reason, moneyOnly: isUsed })
    if (!answer.ok) return
    const { newBalance, isItemBack, skin } = answer.output
    const taken = isItemBack ? ` ${item} was taken back.` : ''
    // Null for nothing; a hub of an earlier release does not say it.
    const ofSkin = skin ? ` ${skinText(skin)}` : ''
    showToast(`✅ Refunded ${price}.${taken}${ofSkin} New balance: ${numberText(newBalance)}`)
    clear()
    close()
    onRefunded()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Refund</Button>
      {isAsking ? (
        <Confirm
          title={`Refund ${price} for ${item}?`}
          action={isUsed ? 'Refund the currency alone' : `Refund ${price}`}
          busyLabel={busy ? 'Refunding…' : null}
          refusal={refusal?.message ?? null}
          onConfirm={() => void send()}
          onCancel={close}
        >
          <Effects account={player} operation={line.operation} price={price} item={item} isUsed={isUsed} />
          <Field
            label="Reason"
            hint="The player is notified of it, and can read it in their ledger."
            needed="Say why, in at least 3 characters."
            check={(text) => (text.trim().length < 3 ? 'Say why, in at least 3 characters.' : null)}
            longest={longestReason}
            value={reason}
            onValue={setReason}
          />
        </Confirm>
      ) : null}
    </>
  )
}

interface EffectsProps {
  readonly account: string
  readonly operation: string
  readonly price: string
  readonly item: string
  /** The player no longer has it. */
  readonly isUsed: boolean
}

/** What the player gets and loses. */
function Effects({ account, operation, price, item, isUsed }: EffectsProps) {
  const { value } = useQuery(readPurchase, { account, operation })
  if (isUsed) return <p>The player gets {price} back and loses nothing. This can't be undone.</p>
  const purchase = value?.purchase
  if (purchase?.isWorn)
    return (
      <p>
        The player gets {price} back. A dinosaur of theirs wears {item}, and keeps it. This can't be undone.
      </p>
    )
  if (purchase?.itemIs !== 'kept')
    return (
      <p>
        The player gets {price} back. What was bought is taken away, if the player still has it. This can't be undone.
      </p>
    )
  return (
    <>
      <p>
        The player gets {price} back, and {item} is taken away. This can't be undone.
      </p>
      {purchase.skin === null ? null : <p>The player has put a skin on it. {skinText(purchase.skin)}</p>}
    </>
  )
}

type BackForSkin = NonNullable<z.output<(typeof refundPurchase)['output']>['skin']>

const skinText = ({ name, price }: BackForSkin) =>
  price === null
    ? `They keep the skin, ${name}.`
    : `They get back the ${amountInWords(price.amount, price.currency)} that they paid for the skin, ${name}.`
