import { atom } from 'jotai'
import { z } from 'zod'
import { accessAtom } from '../../connection/connectionState.ts'

/** An entry that was chosen. The name is kept for players, who may be offline later. */
const RecentEntry = z.object({ key: z.string().max(200), name: z.string() })
export type RecentEntry = Readonly<z.infer<typeof RecentEntry>>

const RecentEntries = z.array(RecentEntry).max(20)
const mostKept = 12

const placeOf = (account: string) => `waterhole.palette/${account}`

/** If the browser stores nothing, they last as long as the page. */
function read(account: string): readonly RecentEntry[] {
  try {
    return RecentEntries.catch([]).parse(JSON.parse(localStorage.getItem(placeOf(account)) ?? '[]'))
  } catch {
    return []
  }
}

const kept = atom<Readonly<Record<string, readonly RecentEntry[]>>>({})

const guest = 'guest'

/** The entries that were chosen last in the palette, the latest first: kept in this browser, per account. */
export const recentEntriesAtom = atom<readonly RecentEntry[]>((get) => {
  const account = get(accessAtom).principal?.id ?? guest
  return get(kept)[account] ?? read(account)
})

export const rememberEntryAtom = atom(null, (get, set, { key, name }: RecentEntry) => {
  const account = get(accessAtom).principal?.id ?? guest
  const others = get(recentEntriesAtom).filter((one) => one.key !== key)
  const recent = [{ key, name }, ...others].slice(0, mostKept)
  set(kept, { ...get(kept), [account]: recent })
  try {
    localStorage.setItem(placeOf(account), JSON.stringify(recent))
  } catch {
    // Only a shortcut is lost.
  }
})
