import { type PaletteAction, verbOf } from './paletteActions.ts'
import {
  actionEntry,
  aimedEntry,
  broadcastEntry,
  type NamedPlayer,
  onMapEntry,
  type PaletteEntry,
  type PaletteGroup,
  type PalettePage,
  pageEntry,
  paletteGroups,
  playerEntry,
  showVerb,
  showWords,
} from './paletteEntries.ts'
import { mistypedFrom, type Score, scoreOf } from './tolerantMatch.ts'

/** Everything that the principal can find. */
export interface PaletteSources {
  readonly pages: readonly PalettePage[]
  readonly actions: readonly PaletteAction[]
  readonly players: readonly NamedPlayer[]
  /** For `unban`. */
  readonly banned: readonly NamedPlayer[]
  readonly settings: readonly PaletteEntry[]
  /** What the shop sells: found when it is typed, and not listed before. */
  readonly sold: readonly PaletteEntry[]
  /** Keys of entries, the most useful first. */
  readonly suggested: readonly string[]
  /** Keys of entries, the latest first. */
  readonly recent: readonly string[]
  /** The player at whom actions are aimed; null for none. */
  readonly aim: NamedPlayer | null
  /** Whether the place of players on the map may be shown. */
  readonly showsPlaces: boolean
  /** Whether players are listed before anything is typed: the few of a pack, not all of the server. */
  readonly listsPlayers: boolean
  readonly why: WhyNot
}

/** Why commands cannot be given now; null if they can. Bans need only the hub. */
export interface WhyNot {
  readonly anywhere: string | null
  readonly inGame: string | null
}

const whyNot = ({ target }: PaletteAction, { anywhere, inGame }: WhyNot) =>
  target === 'known' || target === 'banned' ? anywhere : inGame

export interface PaletteSection {
  readonly group: PaletteGroup
  readonly entries: readonly PaletteEntry[]
}

interface Scored {
  readonly entry: PaletteEntry
  readonly score: number
}

const mostInGroup: Readonly<Record<PaletteGroup, number>> = {
  Suggested: 6,
  Recent: 5,
  Players: 6,
  Actions: 10,
  Pages: 8,
  Shop: 6,
  Settings: 6,
}

/** What is found for a text, in groups: the best group first. Harmless entries come before harmful ones. */
export function searchPalette(query: string, sources: PaletteSources): readonly PaletteSection[] {
  const all = entriesOf(sources)
  if (query.trim() === '') return beforeTyping(all, sources)
  const found = [
    ...scored(query, [...all, ...sources.sold, ...sources.players.map(playerEntry)]),
    ...withPlayer(query, sources),
    ...withText(query, sources),
  ]
  const isSpelled = found.some(({ score }) => score < mistypedFrom)
  const kept = found.filter(({ score }) => !isSpelled || score < mistypedFrom)
  const sections = paletteGroups
    .map((group) => sectionOf(group, kept))
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => one.best - other.best)
  const harmless = sections.find(({ entries }) => isFirstChoice(entries[0]))
  return harmless ? [harmless, ...sections.filter((section) => section !== harmless)] : sections
}

/** Whether an entry may be under Enter before the arrows were used. */
export const isFirstChoice = (entry: PaletteEntry | undefined): boolean =>
  entry !== undefined && !entry.isHarmful && entry.why === null

/** Players on whom an action is chosen. */
export function searchTargets(
  query: string,
  action: PaletteAction,
  sources: PaletteSources,
): readonly PaletteSection[] {
  const players = action.target === 'banned' ? sources.banned : sources.players
  const possible = players.filter(({ isOnline }) => isOnline || action.target !== 'inGame')
  const entries = possible.flatMap((player) => {
    const aimed = aimedEntry(action, player, whyNot(action, sources.why))
    return aimed ? [{ ...playerEntry(player), target: aimed.target, why: aimed.why }] : []
  })
  const found = query.trim() === '' ? entries : inOrder(scored(query, entries)).map(({ entry }) => entry)
  return found.length === 0 ? [] : [{ group: 'Players', entries: found.slice(0, mostTargets) }]
}
const mostTargets = 50

/** Pages, actions and settings: actions are aimed at the chosen player if there is one. */
function entriesOf({
  pages,
  actions,
  settings,
  aim,
  banned,
  showsPlaces,
  why,
}: PaletteSources): readonly PaletteEntry[] {
  const acts = actions.map((action) => {
    const reason = whyNot(action, why)
    const isAimed = action.target !== 'banned' || banned.some(({ id }) => id === aim?.id)
    // The player's own details are not repeated on each line.
    return (aim && isAimed && aimedEntry(action, { ...aim, detail: '' }, reason)) || actionEntry(action, reason)
  })
  const onMap = aim?.isOnline && showsPlaces ? [onMapEntry(aim)] : []
  return [...onMap, ...acts, ...pages.map(pageEntry), ...settings]
}

function beforeTyping(all: readonly PaletteEntry[], sources: PaletteSources): readonly PaletteSection[] {
  const { aim, players, listsPlayers } = sources
  const known = [...all, ...players.map(playerEntry)]
  const byKey = (keys: readonly string[], group: PaletteGroup) =>
    keys
      .flatMap((key) => known.find((entry) => entry.key === key) ?? [])
      .filter(isFirstChoice)
      .slice(0, mostInGroup[group])
  const isAimed = (entry: PaletteEntry) => aim !== null && entry.key.endsWith(` ${aim.id}`)
  const suggested = aim
    ? all.filter((entry) => isAimed(entry) && isFirstChoice(entry))
    : byKey(sources.suggested, 'Suggested')
  const recent = byKey(sources.recent, 'Recent').filter((entry) => !suggested.includes(entry))
  const above = new Set([...suggested, ...recent].map(({ key }) => key))
  const rest = known.filter(({ key }) => !above.has(key))
  const inGroup = (group: PaletteGroup) => rest.filter((entry) => entry.group === group)
  const sections: readonly PaletteSection[] = [
    { group: 'Suggested', entries: suggested },
    { group: 'Recent', entries: recent },
    { group: 'Players', entries: listsPlayers ? inGroup('Players') : [] },
    { group: 'Actions', entries: [...inGroup('Actions')].sort(byHarm) },
    { group: 'Pages', entries: inGroup('Pages') },
    { group: 'Settings', entries: inGroup('Settings') },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}

const rankOf = ({ isHarmful, why }: PaletteEntry) => (why === null ? 0 : 2) + (isHarmful ? 1 : 0)
const byHarm = (one: PaletteEntry, other: PaletteEntry) => rankOf(one) - rankOf(other)

const inOrder = (found: readonly Scored[]) =>
  [...found].sort((one, other) => byHarm(one.entry, other.entry) || one.score - other.score)

function sectionOf(group: PaletteGroup, found: readonly Scored[]) {
  const own = inOrder(found.filter(({ entry }) => entry.group === group))
  // An action may be found by its own name and with a player.
  const once = own.filter(({ entry }, index) => own.findIndex((other) => other.entry.key === entry.key) === index)
  return {
    group,
    entries: once.slice(0, mostInGroup[group]).map(({ entry }) => entry),
    best: once[0]?.score ?? 0,
  }
}

const scored = (query: string, entries: readonly PaletteEntry[]): readonly Scored[] =>
  entries.flatMap((entry) => {
    const score = scoreOf(query, entry.matched, entry.words)
    return score === null ? [] : [{ entry, score }]
  })

const mostActions = 3
const mostPlayers = 4

/** `kick re`, `rex kick`: an action and its player typed together. The player alone is found as well: opening one is harmless. */
function withPlayer(query: string, sources: PaletteSources): readonly Scored[] {
  const words = query.trim().split(/\s+/)
  if (words.length < 2) return []
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return [
    ...onPlayers(first, words.slice(1).join(' '), sources),
    ...onPlayers(last, words.slice(0, -1).join(' '), sources),
    ...onMap(first, words.slice(1).join(' '), sources),
  ]
}

/** `broadcast restart in 5 minutes`: the text is kept as it was typed. */
function withText(query: string, { actions, why }: PaletteSources): readonly Scored[] {
  const [verb = '', text = ''] = query.trim().split(/\s+(.*)/, 2)
  const action = actions.find(({ key }) => key === 'broadcast')
  const score = action && text !== '' ? scoreOf(verb, verbOf(action), broadcastVerbs) : null
  return action && score !== null ? [{ entry: broadcastEntry(action, text, whyNot(action, why)), score }] : []
}
/** Not all words of the action: `message ann` is not a broadcast. */
const broadcastVerbs = 'announce announcement'

/** `show rex`, `where ann`. */
function onMap(verb: string, name: string, { players, showsPlaces }: PaletteSources): readonly Scored[] {
  const score = showsPlaces ? scoreOf(verb, showVerb, showWords) : null
  if (score === null) return []
  const online = players.filter(({ isOnline }) => isOnline)
  return bestFirst(online, (player) => scoreOf(name, player.name, player.id))
    .slice(0, mostPlayers)
    .map(({ one, score: rest }) => ({ entry: onMapEntry(one), score: score + rest }))
}

function onPlayers(verb: string, name: string, { actions, players, banned, why }: PaletteSources): readonly Scored[] {
  const meant = bestFirst(
    actions.filter(({ target }) => target !== 'none'),
    (action) => scoreOf(verb, verbOf(action), action.words),
  ).slice(0, mostActions)
  return meant.flatMap(({ one: action, score }) => {
    const candidates = action.target === 'banned' ? banned : players
    const called = bestFirst(candidates, (player) => scoreOf(name, player.name, player.id)).slice(0, mostPlayers)
    return called.flatMap(({ one: player, score: rest }) => {
      const entry = aimedEntry(action, player, whyNot(action, why))
      const both = score + rest
      return entry
        ? [
            { entry, score: both },
            { entry: playerEntry(player), score: both + 1 },
          ]
        : []
    })
  })
}

function bestFirst<One>(all: readonly One[], scoreFor: (one: One) => Score) {
  const found = all.flatMap((one) => {
    const score = scoreFor(one)
    return score === null ? [] : [{ one, score }]
  })
  return found.sort((one, other) => one.score - other.score)
}
