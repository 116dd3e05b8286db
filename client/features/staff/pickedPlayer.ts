import { atom } from 'jotai'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Roster, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { regions } from '../../../shared/features/world/regions.ts'
import { meAtom } from '../../connection/handshake.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** Whom somebody has named: as typed, or chosen, so that a namesake is never taken for them. */
export interface PickedPlayer {
  readonly text: string
  /** SteamID64 of whoever was chosen; null where a name was only typed. */
  readonly id: string | null
}

export const nobody: PickedPlayer = { text: '', id: null }
export const typed = (text: string): PickedPlayer => ({ text, id: null })
export const picked = ({ id, name }: Pick<RosterEntry, 'id' | 'name'>): PickedPlayer => ({
  text: name.trim() || id,
  id,
})

/** What a command takes as its target. */
export const targetOf = ({ text, id }: PickedPlayer) => id ?? text.trim()
export const isNobody = (player: PickedPlayer) => targetOf(player) === ''

const folded = (text: string) => text.trim().toLowerCase()

/** Those in the game who are meant, as far as the roster tells: none, one, or namesakes. */
export function meantBy(players: Roster['players'], player: PickedPlayer): readonly RosterEntry[] {
  if (isNobody(player)) return []
  const byId = players[targetOf(player)]
  if (byId) return [byId]
  if (player.id !== null) return []
  const name = folded(player.text)
  return Object.values(players).filter((entry) => folded(entry.name) === name)
}

/** With the name that the roster has for them, where one is meant whom it knows; else as they were typed or chosen. */
export function asKnown(players: Roster['players'], player: PickedPlayer): PickedPlayer {
  const [one, other] = meantBy(players, player)
  return one && !other ? picked(one) : player
}

/** The SteamID64 of the one who is meant, where that is one; null else. */
export function idOf(players: Roster['players'], player: PickedPlayer): string | null {
  if (player.id !== null) return player.id
  const meant = meantBy(players, player)
  if (meant.length === 1) return meant[0]?.id ?? null
  const text = player.text.trim()
  return /^\d{17}$/.test(text) ? text : null
}

const mostOffered = 8
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Those whose name holds what is typed, or whose id begins with it; names that begin with it first. */
export function offered(players: Roster['players'], text: string): readonly RosterEntry[] {
  const wanted = folded(text)
  const rank = ({ name }: RosterEntry) => (folded(name).startsWith(wanted) ? 0 : 1)
  return Object.values(players)
    .filter(({ id, name }) => folded(name).includes(wanted) || (wanted !== '' && id.startsWith(wanted)))
    .sort(
      (one, other) => rank(one) - rank(other) || collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
    )
    .slice(0, mostOffered)
}

const names = new Map<string, string>(regions.map(({ id, name }) => [id, name]))

/** What somebody is and where: `Carnotaurus, South Plains`. */
export function placeWords({ animal }: RosterEntry): string {
  if (!animal) return 'choosing a dinosaur'
  const place = animal.region === null ? 'in the wild' : (names.get(animal.region) ?? animal.region)
  return [animal.species, place, animal.dead ? 'dead' : ''].filter(Boolean).join(', ')
}

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

/** Whoever is meant, with the name and id of the roster where it knows them: a question names them, and they alone are reached. */
export const useKnown = (player: PickedPlayer): PickedPlayer =>
  asKnown(useDocument(roster, mainServer).value?.players ?? {}, player)
