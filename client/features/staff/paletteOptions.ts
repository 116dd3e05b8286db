import {
  type CommandPart,
  isLength,
  type KnownCommand,
  permanent,
} from '../../../shared/features/console/knownCommands.ts'
import { gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { toggleLabels } from './deliveryLabels.ts'
import { type Draft, draftLabel, emptyDraft, nextPart } from './paletteDraft.ts'
import { matchingPlayers, type PickedPlayer, pickedPlayer, placeLabel, typedPlayer } from './pickedPlayer.ts'

/** One option of the list. */
export interface PaletteOption {
  readonly key: string
  readonly name: string
  /** Its kind, or its place. */
  readonly detail: string
  readonly target:
    | { readonly to: 'page'; readonly path: string }
    | { readonly to: 'map'; readonly id: string }
    | { readonly to: 'draft'; readonly draft: Draft }
}

export interface SearchSources {
  readonly pages: readonly { readonly path: string; readonly name: string }[]
  /** Those that the principal may give. */
  readonly commands: readonly KnownCommand[]
  readonly players: Roster['players']
  /** Members of the own pack, for principals who do not see all players. By account id. */
  readonly pack: readonly { readonly id: string; readonly name: string }[]
}

/** The options for the typed text, the best first. */
export function paletteOptions(draft: Draft, query: string, sources: SearchSources): readonly PaletteOption[] {
  const next = nextPart(draft)
  if (next) return ofPart(next, draft, query.trim(), sources)
  return draft.player ? onPlayer(draft.player, query, sources) : anything(query, sources)
}

function anything(query: string, sources: SearchSources): readonly PaletteOption[] {
  const pages = sources.pages.map(({ path, name }) => ({
    key: `page ${path}`,
    name,
    detail: 'Screen',
    target: { to: 'page', path } as const,
  }))
  const commands = sources.commands.map((known) => toDraft(known.word, known.name, 'Command', { known }))
  const pack = sources.pack.map(({ id, name }) => ({
    key: `pack ${id}`,
    name,
    detail: 'In your pack',
    target: { to: 'map', id } as const,
  }))
  const players = query.trim() === '' ? [] : playersFor(query, sources, emptyDraft, 'player')
  return [...commandWithTarget(query, sources), ...matching([...pages, ...commands, ...pack], query), ...players]
}

/** `kick re`: a command and its target typed together. */
function commandWithTarget(query: string, sources: SearchSources) {
  const [word = '', ...rest] = query.trim().split(/\s+/)
  const known = sources.commands.find((each) => each.word === word.toLowerCase())
  if (known?.parts[0] !== 'player' || rest.length === 0) return []
  return playersFor(rest.join(' '), sources, { ...emptyDraft, known }, 'player')
}

function onPlayer(player: PickedPlayer, query: string, { commands }: SearchSources): readonly PaletteOption[] {
  const acts = commands
    .filter(({ parts }) => parts[0] === 'player')
    .map((known) => toDraft(known.word, draftLabel({ ...emptyDraft, known, player }), 'Command', { known, player }))
  const { id } = player
  if (id === null) return matching(acts, query)
  const onMap = {
    key: 'map',
    name: `Show ${player.text} on the map`,
    detail: 'Screen',
    target: { to: 'map', id },
  } as const
  return matching([...acts, onMap], query)
}

function playersFor(text: string, { players }: SearchSources, draft: Draft, part: 'player' | 'destination') {
  const known = matchingPlayers(players, text).map((entry) =>
    toDraft(
      `player ${entry.id}`,
      draft.known ? nameIn(draft, part, pickedPlayer(entry)) : pickedPlayer(entry).text,
      placeLabel(entry),
      {
        ...draft,
        [part]: pickedPlayer(entry),
      },
    ),
  )
  const isListed = matchingPlayers(players, text).some(({ id, name }) => [id, folded(name)].includes(folded(text)))
  const asTyped = folded(text) === '' || !draft.known || isListed ? [] : [asTypedOf(text.trim(), draft, part)]
  return [...known, ...asTyped]
}

const folded = (text: string) => text.trim().toLowerCase()
const nameIn = (draft: Draft, part: 'player' | 'destination', player: PickedPlayer) =>
  draftLabel({ ...draft, [part]: player })

const asTypedOf = (text: string, draft: Draft, part: 'player' | 'destination') =>
  toDraft('typed', nameIn(draft, part, typedPlayer(text)), 'As typed: a name or a SteamID64', {
    ...draft,
    [part]: typedPlayer(text),
  })

function ofPart(part: CommandPart, draft: Draft, query: string, sources: SearchSources): readonly PaletteOption[] {
  if (part === 'player' || part === 'destination') return playersFor(query, sources, draft, part)
  const put = (value: string, name: string, detail = '') =>
    toDraft(`value ${value}`, name, detail, { ...draft, values: { ...draft.values, [part]: value } })
  if (part === 'text') return query === '' ? [] : [put(query, query, 'Send this')]
  if (part === 'reason') return [query === '' ? put('', 'No reason') : put(query, query, 'Reason')]
  if (part === 'onOff') return matching([put('on', 'On'), put('off', 'Off')], query)
  if (part === 'toggle')
    return matching(
      gameToggles.map((name) => put(name, toggleLabels[name])),
      query,
    )
  const days = isLength(query) && query.toLowerCase() !== permanent ? [put(query, `${query} days`)] : []
  const usual = [put(permanent, 'Permanent'), put('1', '1 day'), put('7', '1 week'), put('30', '1 month')]
  return days.length > 0 ? days : matching([...usual, put('90', '3 months')], query)
}

const toDraft = (key: string, name: string, detail: string, draft: Partial<Draft>): PaletteOption => ({
  key,
  name,
  detail,
  target: { to: 'draft', draft: { ...emptyDraft, ...draft } },
})

/** Options that contain each typed word; matching beginnings first. */
function matching(options: readonly PaletteOption[], query: string): readonly PaletteOption[] {
  const wanted = query.trim().toLowerCase()
  const holds = ({ name, key }: PaletteOption) =>
    wanted.split(/\s+/).every((word) => `${name} ${key}`.toLowerCase().includes(word))
  const rank = ({ name }: PaletteOption) => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return options.filter(holds).sort((one, other) => rank(one) - rank(other))
}
