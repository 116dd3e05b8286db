import { type Atom, atom, useAtomValue } from 'jotai'
import { useLocation } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { catalogue, catalogueKey, offersOf } from '../../../shared/features/catalogue/catalogue.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { listPlayers, readPlayer } from '../../../shared/features/players/queries.ts'
import { longestNameOrId } from '../../../shared/features/profile/profile.ts'
import { accessAtom, hubAwayText } from '../../connection/connectionState.ts'
import { documentAtom, useDocument } from '../../connection/useDocument.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { chosenAtom } from '../../map/selection.ts'
import { lengthIn } from '../../ui/textRules.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { ownerTabAddress, ownerTabs } from '../ownerPanel/tabs.ts'
import { packAtom } from '../packs/usePack.ts'
import { openPlayerAtom } from '../players/openPlayer.ts'
import { useWhyViewing } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { healthAtom, isHubAway } from '../server/health.ts'
import { placeLabel, usePlayersInGame } from '../staff/pickedPlayer.ts'
import { paletteActions } from './paletteActions.ts'
import { type NamedPlayer, type PalettePage, soldEntry } from './paletteEntries.ts'
import type { PaletteSources, WhyNot } from './paletteSearch.ts'
import { type RecentEntry, recentEntriesAtom } from './recentEntries.ts'
import { useSettings } from './useSettings.ts'

interface SourcesUse {
  readonly sources: PaletteSources
  /** Whether players are still being searched. */
  readonly isLoading: boolean
  /** Why players cannot be searched; null if they can. */
  readonly problem: string | null
}

/** Everything that the principal can find. @param query by which the hub looks for players who are offline */
export function usePaletteSources(pages: readonly PalettePage[], query: string, isAimed: boolean): SourcesUse {
  const { principal, may } = useAtomValue(accessAtom)
  const [here] = useLocation()
  const recent = useAtomValue(recentEntriesAtom)
  const isCurrencyOn = useFeature('realCurrency')
  const isStaff = may.includes('viewPendingCommands')
  const { online, offline, ...search } = usePlayerSearch(query, isStaff)
  const mates = useAtomValue(packMatesAtom)
  const aim = useAim(online)
  const remembered = isStaff ? rememberedPlayers(recent) : []
  const players = withoutRepeats([...online, ...offline, ...(isStaff ? remembered : mates)])
  const sources: PaletteSources = {
    pages: pages.flatMap((page) => (page.path === ownerTabAddress('dashboard') ? [page, ...ownerPages(page)] : [page])),
    actions: paletteActions.filter(({ needs, form }) => may.includes(needs) && (form !== 'give' || isCurrencyOn)),
    players,
    banned: useAtomValue(bannedAtom),
    settings: useSettings(),
    sold: useSold(),
    suggested: suggestedFor(principal !== null, isStaff).filter((key) => key !== `page ${here}`),
    recent: recent.map(({ key }) => key).filter((key) => key !== `page ${here}`),
    aim: isAimed ? aim : null,
    showsPlaces: !isStaff || may.includes('viewAllPositions'),
    listsPlayers: !isStaff,
    why: useWhyNot(),
  }
  return { sources, ...search }
}

/** While currency is switched off the shop sells nothing. */
function useSold(): PaletteSources['sold'] {
  const { value } = useDocument(catalogue, catalogueKey)
  const isCurrencyOn = useFeature('realCurrency')
  // Names and what is on do not change with time, as sales do.
  return isCurrencyOn && value ? offersOf(value, 'dinosaur', 0).flatMap((one) => (one.isOn ? soldEntry(one) : [])) : []
}

/** The other tabs of the owner panel are places of their own. */
const ownerPages = ({ icon }: PalettePage): readonly PalettePage[] =>
  ownerTabs.slice(1).map(({ key, name }) => ({ path: ownerTabAddress(key), name: `Owner panel: ${name}`, icon }))

const suggestedFor = (isSignedIn: boolean, isStaff: boolean): readonly string[] =>
  isStaff
    ? ['page /players', 'page /map', 'action message', 'page /admin', 'action broadcast']
    : isSignedIn
      ? ['page /map', 'page /profile', 'page /games', 'page /']
      : ['setting sign in steam', 'setting sign in discord', 'page /map', 'page /']

const fewestLetters = 2
const typingMs = 200
const none: readonly NamedPlayer[] = []

/** For staff: the players in the game at once, and others as the hub finds them. */
function usePlayerSearch(query: string, isStaff: boolean) {
  const { players, isRead } = usePlayersInGame()
  const seesPlaces = useAtomValue(accessAtom).may.includes('viewAllPositions')
  const wanted = query.trim()
  const text = useDebounced(wanted, typingMs)
  const isAsked = isStaff && text.length >= fewestLetters && lengthIn(text) <= longestNameOrId
  const { value, state, refusal } = useQuery(listPlayers, isAsked ? { text, group: 'known' } : null)
  const isAway = isHubAway(useAtomValue(healthAtom))
  const online = Object.values(players).map(
    (entry): NamedPlayer => ({
      id: entry.id,
      name: entry.name.trim() || entry.id,
      detail: seesPlaces ? placeLabel(entry) : 'Online',
      isOnline: true,
    }),
  )
  const offline = (isAsked && value ? value.players : []).flatMap(({ id, name, isOnline }): readonly NamedPlayer[] =>
    id === null || isOnline ? none : [{ id, name: name || id, detail: 'Offline', isOnline: false }],
  )
  const isSearchable = wanted.length >= fewestLetters && lengthIn(wanted) <= longestNameOrId
  const isSearching = isSearchable && (wanted !== text || state === 'loading')
  return {
    online,
    offline,
    isLoading: isStaff && !isAway && (!isRead || isSearching) && wanted !== '',
    problem: isAsked && state === 'refused' && !isAway ? (refusal?.message ?? null) : null,
  }
}

/** Players who were opened from the palette; whether they are online is not known from this. */
const rememberedPlayers = (recent: readonly RecentEntry[]): readonly NamedPlayer[] =>
  recent
    .filter(({ key }) => key.startsWith(playerKey))
    .map(({ key, name }) => ({ id: key.slice(playerKey.length), name, detail: 'Offline', isOnline: false }))
const playerKey = 'player '

/** The first of each id. */
const withoutRepeats = (players: readonly NamedPlayer[]): readonly NamedPlayer[] => {
  const byId = new Map<string, NamedPlayer>()
  for (const player of players) if (!byId.has(player.id)) byId.set(player.id, player)
  return [...byId.values()]
}

/** The player whose drawer is open, otherwise the one who is chosen on the map. */
function useAim(online: readonly NamedPlayer[]): NamedPlayer | null {
  const { principal, may } = useAtomValue(accessAtom)
  const opened = useAtomValue(openPlayerAtom)
  const chosen = useAtomValue(chosenAtom)
  const [here] = useLocation()
  const mates = useAtomValue(packMatesAtom)
  const isStaff = may.includes('viewPendingCommands')
  const onMap = here === '/map' && chosen?.kind === 'animal' ? chosen.id : null
  const id = opened ?? onMap
  const known = (isStaff ? online : mates).find((player) => player.id === id)
  const asked = useQuery(readPlayer, isStaff && id !== null && !known ? { id } : null).value?.player
  if (id === null || id === principal?.id) return null
  if (known) return known
  if (!asked || asked.id === null) return null
  const name = asked.name || asked.id
  return { id: asked.id, name, detail: asked.isOnline ? 'Online' : 'Offline', isOnline: asked.isOnline }
}

/** For principals who do not see all players: the members of the user's pack, by account. */
const packMatesAtom: Atom<readonly NamedPlayer[]> = atom((get) => {
  const { principal, may } = get(accessAtom)
  if (!principal || may.includes('viewPendingCommands')) return none
  const own = get(packAtom(principal.id))
  if (own.name !== 'here') return none
  return Object.entries(own.pack.members).flatMap(([id, { name }]) =>
    id === principal.id ? [] : [{ id, name, detail: 'In your pack', isOnline: true }],
  )
})

const bannedAtom: Atom<readonly NamedPlayer[]> = atom((get) => {
  if (!get(accessAtom).may.includes('banPlayers')) return none
  const banned = get(documentAtom(bans, mainServer)).value?.bans ?? {}
  return Object.entries(banned).map(([id, { name }]) => ({ id, name: name || id, detail: id, isOnline: false }))
})

function useWhyNot(): WhyNot {
  const viewing = useWhyViewing()
  const health = useAtomValue(healthAtom)
  const anywhere = viewing ?? (isHubAway(health) ? hubAwayText : null)
  return { anywhere, inGame: anywhere ?? (health.state === 'linkDown' ? 'The game link is down.' : null) }
}
