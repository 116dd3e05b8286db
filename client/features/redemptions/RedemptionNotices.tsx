import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { type Redemption, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { showToastAtom } from '../../ui/Toast.tsx'
import { isFree } from './Receipts.tsx'

/** Tells the user on every page what became of what they redeemed. Its receipt keeps it until they put it away. */
export function RedemptionNotices() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <Notices key={principal.id} account={principal.id} /> : null
}

function Notices({ account }: { readonly account: string }) {
  const { value } = useDocument(redemptions, account)
  const showToast = useSetAtom(showToastAtom)
  const states = useRef<ReadonlyMap<string, Redemption['state']> | null>(null)
  useEffect(() => {
    if (!value) return
    const before = states.current
    const all = Object.values(value.entries)
    states.current = new Map(all.map(({ id, state }) => [id, state]))
    // What had ended before the page was opened stands on its receipt.
    if (before === null) return
    for (const one of all) {
      const text = before.has(one.id) && before.get(one.id) !== one.state ? noticeText(one) : null
      if (text !== null) showToast(text)
    }
  }, [value, showToast])
  return null
}

function noticeText(one: Redemption): string | null {
  const { state, name, price, why } = one
  if (state === 'done') return `${name} arrived in the game.`
  if (state === 'unknown') return `We're checking whether ${name} arrived. What it cost stays held.`
  if (state !== 'released') return null
  const back = price ? `You got ${price.amount.toLocaleString('en-GB')} Void Pearls back.` : 'It is yours again.'
  const reason = (why ?? "it didn't happen").replace(/\.$/, '')
  return isFree(one) ? `${name} wasn't applied: ${reason}.` : `${name} wasn't redeemed: ${reason}. ${back}`
}
