import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { type Redemption, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { showToastAtom } from '../../ui/Toast.tsx'

/** Tells the user on every page that what they redeemed is being checked. Its end is a notification. */
export function RedemptionNotices() {
  const { principal } = useAtomValue(accessAtom)
  return principal ? <Notices key={principal.id} account={principal.id} /> : null
}

function heldText({ price, dinosaur, ownedSkin }: Redemption): string {
  const what = price ? 'price' : dinosaur ? 'dinosaur' : ownedSkin ? 'skin' : null
  return what === null ? '' : ` The ${what} is still on hold.`
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
    // What was so before the page was opened is on its receipt.
    if (before === null) return
    for (const one of all) {
      const hasChanged = before.has(one.id) && before.get(one.id) !== one.state
      if (hasChanged && one.state === 'unknown')
        showToast(`We're checking whether ${one.name} arrived.${heldText(one)}`)
    }
  }, [value, showToast])
  return null
}
