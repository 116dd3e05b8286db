import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { z } from 'zod'
import { longestReversalReason, reverseSale } from '../../../shared/features/market/commands.ts'
import { readSale } from '../../../shared/features/market/queries.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { On } from '../../ui/Time.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import styles from './Selling.module.css'

type Sale = NonNullable<z.output<(typeof readSale)['output']>['sale']>

interface ReverseSaleProps {
  /** Of the ledger. */
  readonly operation: string
  /** Seller or buyer. */
  readonly player: string
  /** Epoch ms of its line. */
  readonly at: number
  /** Why the hub refuses the undo to this reader; null if it does not. */
  readonly mayNot?: 'above' | 'notYourself' | null
}

/** For staff, at the receipt of a sale: what it was, and undoing it. */
export function ReverseSale(props: ReverseSaleProps) {
  const { may } = useAtomValue(accessAtom)
  return may.includes(reverseSale.permission) ? (
    <div className={styles.reversal}>
      <Reversal {...props} />
    </div>
  ) : null
}

function Reversal({ mayNot = null, ...asked }: ReverseSaleProps) {
  const { value, refusal, reload } = useQuery(readSale, asked)
  const [isAsking, ask] = useState(false)
  if (refusal) return <Problem>{refusal.message}</Problem>
  if (value === null) return <p role="status">Loading the sale…</p>
  const { sale } = value
  if (sale === null) return <p className={styles.soft}>This sale was too long ago to be undone.</p>
  if (sale.reversedAt !== null)
    return (
      <p>
        Staff undid this sale <On at={sale.reversedAt} />.
      </p>
    )
  if (mayNot !== null) return <p className={styles.soft}>{reverseSale.refusals[mayNot]}</p>
  const whyNot = whyNotUndone(sale)
  return (
    <>
      <Button tone="danger" disabled={whyNot !== null} onClick={() => ask(true)}>
        Undo this sale
      </Button>
      {whyNot === null ? null : <p className={styles.soft}>{whyNot}</p>}
      {isAsking ? (
        <UndoQuestion
          operation={asked.operation}
          sale={sale}
          onClose={() => {
            ask(false)
            reload()
          }}
        />
      ) : null}
    </>
  )
}

function whyNotUndone({ itemIs, sellerHas, sellerNeeds, price }: Sale): string | null {
  if (itemIs === 'moving') return 'What was sold is on its way into the game. Wait for its outcome.'
  if (sellerHas >= sellerNeeds) return null
  const has = amountInWords(sellerHas, price.currency)
  return `The seller has only ${has} of the ${amountInWords(sellerNeeds, price.currency)} that would be taken back.`
}

/** What becomes of what was sold. */
function whereItGoes({ seller, buyer, item, itemIs, isSoldOn, isSellerRefunded, goesTo }: Sale): string {
  const name = listedName(item)
  const [from, to] = [buyer.name || 'The buyer', seller.name || 'the seller']
  if (itemIs !== 'gone' && goesTo)
    return `The ${name} goes to ${goesTo.name || 'an earlier seller'}, who had sold it before. Staff have undone that sale already.`
  if (itemIs !== 'gone')
    return isSellerRefunded
      ? `The ${name} is taken away. It doesn't go back to ${to}, who got back what they had paid for it.`
      : `The ${name} goes back to ${to}.`
  return isSoldOn
    ? `${from} has sold the ${name} on, so it doesn't go back. If it should go back, undo that sale first.`
    : `${from} no longer has the ${name}: it doesn't go back.`
}

/** @param who with the verb, as `Bob has` */
const skinText = (who: string, { name, price }: NonNullable<Sale['skin']>) =>
  price === null
    ? `${who} put a skin on it, ${name}. It comes off, and they keep it.`
    : `${who} put a skin on it, ${name}. It comes off, and they get back the ${amountInWords(price.amount, price.currency)} that they paid for it.`

interface UndoQuestionProps {
  readonly operation: string
  readonly sale: Sale
  readonly onClose: () => void
}

function UndoQuestion({ operation, sale, onClose }: UndoQuestionProps) {
  const { run, busy, refusal } = useCommand(reverseSale)
  const showToast = useSetAtom(showToastAtom)
  const { value: reason, change, clear } = useTextDraft(`reason to undo ${operation}`)
  const { seller, buyer, item, price, sellerNeeds, itemIs, goesTo, skin, sellerSkin } = sale
  const name = listedName(item)
  const moneyOnly = itemIs === 'gone'
  const isToThird = !moneyOnly && goesTo !== null && goesTo.account !== buyer.account
  const undo = async () => {
    const input = { operation, seller: seller.account, buyer: buyer.account, moneyOnly, reason }
    if (!(await run(input)).ok) return
    clear()
    showToast(`The sale of ${name} was undone.`)
    onClose()
  }
  return (
    <Confirm
      title={`Undo the sale of ${name}?`}
      action={moneyOnly ? 'Undo the payment only' : 'Undo the sale'}
      busyLabel={busy ? 'Undoing…' : null}
      refusal={refusal?.message ?? null}
      onConfirm={() => void undo()}
      onCancel={onClose}
    >
      <ul className={styles.effects}>
        <li>
          {buyer.name || 'The buyer'} gets {amountInWords(price.amount, price.currency)} back.
        </li>
        <li>
          {seller.name || 'The seller'} loses the {amountInWords(sellerNeeds, price.currency)} they got. The fee goes
          back, too.
        </li>
        <li>{whereItGoes(sale)}</li>
        {skin === null ? null : <li>{skinText(`${buyer.name || 'The buyer'} has`, skin)}</li>}
        {sellerSkin ? <li>{skinText(`${seller.name || 'The seller'} had`, sellerSkin)}</li> : null}
      </ul>
      <p>{isToThird ? 'All three' : 'Both'} are notified. A sale can be undone once.</p>
      <Field
        label="Reason"
        value={reason}
        onValue={change}
        needed="Say why."
        longest={longestReversalReason}
        check={(text) => (text.length < 3 ? 'Say why, in at least 3 characters.' : null)}
        data-first-focus
      />
    </Confirm>
  )
}
