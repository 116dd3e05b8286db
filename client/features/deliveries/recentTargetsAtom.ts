import { atom } from 'jotai'
import { z } from 'zod'
import { meAtom } from '../../connection/meAtom.ts'
import { type PickedPlayer, targetOf } from './pickedPlayer.ts'

const Recent = z.array(z.object({ text: z.string(), id: z.string().nullable() }))
const mostRecent = 6

const placeOf = (account: string) => `recentTargets/${account}`

/** A browser may keep nothing at all; then they are gone with the page. */
function read(account: string): readonly PickedPlayer[] {
  try {
    return Recent.catch([]).parse(JSON.parse(sessionStorage.getItem(placeOf(account)) ?? '[]'))
  } catch {
    return []
  }
}

const kept = atom<Readonly<Record<string, readonly PickedPlayer[]>>>({})

/** On whom one has acted last, the latest first: as long as this tab is open, and each account its own. */
export const recentTargetsAtom = atom<readonly PickedPlayer[]>((get) => {
  const account = get(meAtom).you?.id
  return account === undefined ? [] : (get(kept)[account] ?? read(account))
})

export const rememberTargetAtom = atom(null, (get, set, player: PickedPlayer) => {
  const account = get(meAtom).you?.id
  if (account === undefined) return
  const others = get(recentTargetsAtom).filter((each) => targetOf(each) !== targetOf(player))
  const recent = [player, ...others].slice(0, mostRecent)
  set(kept, { ...get(kept), [account]: recent })
  try {
    sessionStorage.setItem(placeOf(account), JSON.stringify(recent))
  } catch {
    // Nothing is lost but a shortcut.
  }
})
