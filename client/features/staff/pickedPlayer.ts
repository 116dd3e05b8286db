import { atom, useAtomValue } from 'jotai'
import { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { longestTarget } from '../../../shared/features/deliveries/commands.ts'
import { onlinePlayers, type Roster, type RosterEntry, roster } from '../../../shared/features/roster/roster.ts'
import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { documentAtom } from '../../connection/useDocument.ts'
import { textProblem } from '../../ui/textRules.ts'

/** A player as typed or as chosen, so that another of the same name is never taken instead. */
export const PickedPlayer = z.object({
  text: z.string(),
  /** SteamID64 of a chosen player; null for a typed name. */
  id: z.string().nullable(),
})
export type PickedPlayer = Readonly<z.infer<typeof PickedPlayer>>

export const noPlayer: PickedPlayer = { text: '', id: null }
export const typedPlayer = (text: string): PickedPlayer => ({ text, id: null })
export const pickedPlayer = ({ id, name }: Pick<RosterEntry, 'id' | 'name'>): PickedPlayer => ({
  text: name.trim() || id,
  id,
})

/** The target of a command. */
export const targetOf = ({ text, id }: PickedPlayer) => id ?? text.trim()
export const isNoPlayer = (player: PickedPlayer) => targetOf(player) === ''

/** What is wrong with a target. @param needed the message if there is none */
export const targetProblem = (player: PickedPlayer, needed: string): string | null =>
  isNoPlayer(player) ? needed : player.id === null ? textProblem(player.text, { longest: longestTarget }) : null

const folded = (text: string) => text.trim().toLowerCase()

const severalText = 'Several players online have that name. Choose one of them.'

/** What is wrong with a target where the game is: even a name that several players have, of whom one must be chosen first. */
export function useTargetProblem() {
  const { players } = usePlayersInGame()
  return (player: PickedPlayer, needed: string): string | null =>
    targetProblem(player, needed) ?? (matchesOf(players, player).length > 1 ? severalText : null)
}

/** The players in the game who are meant, as far as the roster says: none, one, or several of the same name. */
export function matchesOf(players: Roster['players'], player: PickedPlayer): readonly RosterEntry[] {
  if (isNoPlayer(player)) return []
  const byId = players[targetOf(player)]
  if (byId) return [byId]
  if (player.id !== null) return []
  const name = folded(player.text)
  return Object.values(players).filter((entry) => folded(entry.name) === name)
}

/** With the name and id in the roster if one player is meant; otherwise as typed or chosen. */
export function asInRoster(players: Roster['players'], player: PickedPlayer): PickedPlayer {
  const [one, other] = matchesOf(players, player)
  return one && !other ? pickedPlayer(one) : player
}

/** The SteamID64 if exactly one player is meant; null otherwise. */
export function idOf(players: Roster['players'], player: PickedPlayer): string | null {
  if (player.id !== null) return player.id
  const meant = matchesOf(players, player)
  if (meant.length === 1) return meant[0]?.id ?? null
  const text = player.text.trim()
  return /^\d{17}$/.test(text) ? text : null
}

const mostOffered = 8
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Players whose name contains the text, or whose id begins with it; matching beginnings first. */
export function matchingPlayers(players: Roster['players'], text: string, most = mostOffered): readonly RosterEntry[] {
  const wanted = folded(text)
  const rank = ({ name }: RosterEntry) => (folded(name).startsWith(wanted) ? 0 : 1)
  return Object.values(players)
    .filter(({ id, name }) => folded(name).includes(wanted) || (wanted !== '' && id.startsWith(wanted)))
    .sort(
      (one, other) => rank(one) - rank(other) || collator.compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
    )
    .slice(0, most)
}

/** Species and place: `Carnotaurus, South Plains`. */
export function placeLabel({ animal }: RosterEntry): string {
  if (!animal) return 'choosing a dinosaur'
  return [speciesName(animal.species), whereaboutsOf(animal), animal.dead ? 'dead' : ''].filter(Boolean).join(', ')
}

const Recent = z.array(PickedPlayer)
const mostRecent = 6

const placeOf = (account: string) => `recentTargets/${account}`

/** If the browser stores nothing, they last as long as the page. */
function read(account: string): readonly PickedPlayer[] {
  try {
    return Recent.catch([]).parse(JSON.parse(sessionStorage.getItem(placeOf(account)) ?? '[]'))
  } catch {
    return []
  }
}

const kept = atom<Readonly<Record<string, readonly PickedPlayer[]>>>({})

/** The targets of the last commands, the latest first: kept while this tab is open, per account. */
export const recentTargetsAtom = atom<readonly PickedPlayer[]>((get) => {
  const account = get(accessAtom).principal?.id
  return account === undefined ? [] : (get(kept)[account] ?? read(account))
})

export const rememberTargetAtom = atom(null, (get, set, player: PickedPlayer) => {
  const account = get(accessAtom).principal?.id
  if (account === undefined) return
  const others = get(recentTargetsAtom).filter((each) => targetOf(each) !== targetOf(player))
  const recent = [player, ...others].slice(0, mostRecent)
  set(kept, { ...get(kept), [account]: recent })
  try {
    sessionStorage.setItem(placeOf(account), JSON.stringify(recent))
  } catch {
    // Only a shortcut is lost.
  }
})

const noPlayers: Roster['players'] = {}

interface PlayersInGame {
  /** Of the document. */
  readonly state: 'here' | 'loading' | 'refused'
  readonly players: Roster['players']
  /** Whether it is known who is in the game. */
  readonly isRead: boolean
}

/** The players in the game: as in the roster, or for staff who may not see that, their names alone. */
const playersInGameAtom = atom((get): PlayersInGame => {
  const { may } = get(accessAtom)
  if (may.includes('viewAllPositions')) {
    const { value, state } = get(documentAtom(roster, mainServer))
    return { state, players: value?.players ?? noPlayers, isRead: value !== null && value.readAt !== null }
  }
  if (!may.includes('viewPendingCommands')) return { state: 'refused', players: noPlayers, isRead: false }
  const { value, state } = get(documentAtom(onlinePlayers, mainServer))
  const named = Object.entries(value?.players ?? {}).map(([id, { name }]) => [id, { id, name, animal: null }])
  return { state, players: Object.fromEntries(named), isRead: value?.isRead ?? false }
})

export const usePlayersInGame = () => useAtomValue(playersInGameAtom)

/** The player who is meant, with name and id of the roster if known, so that a question names exactly the target. */
export const useKnownPlayer = (player: PickedPlayer): PickedPlayer => asInRoster(usePlayersInGame().players, player)
