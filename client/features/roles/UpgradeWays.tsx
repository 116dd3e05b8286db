import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { fetchRaisable, isNothing, type Raisable, raisableAbove } from './raisable.ts'
import { shownYouAtom } from './shownYouAtom.ts'
import { OwnerKeyForm, RolePasswordForm } from './UpgradeForms.tsx'

/** The forms that can work on this hub for whoever looks, or why there are none. */
export function UpgradeWays({ onRaised }: { readonly onRaised: (words: string) => void }) {
  const role = useAtomValue(shownYouAtom)?.role ?? 'player'
  const [told, setTold] = useState<Raisable | null | 'asking'>('asking')
  useEffect(() => {
    let isShown = true
    void fetchRaisable().then((raisable) => isShown && setTold(raisable))
    return () => {
      isShown = false
    }
  }, [])
  if (told === 'asking') return <p role="status">Asking the hub which passwords there are.</p>
  if (told === null) return <p role="alert">The hub did not say which passwords there are. Close this and try again.</p>
  if (isNothing(told)) return <p role="status">No role password is set up on this hub.</p>
  const above = raisableAbove(told, role)
  if (isNothing(above)) return <p role="status">No password of this hub gives more than you have.</p>
  return (
    <>
      {above.roles.length > 0 ? <RolePasswordForm choices={above.roles} onRaised={onRaised} /> : null}
      {above.ownerKey ? <OwnerKeyForm isOnly={above.roles.length === 0} onRaised={onRaised} /> : null}
    </>
  )
}
