import { gameToggles } from '../../../shared/features/deliveries/kinds.ts'
import type { Roster } from '../../../shared/features/roster/roster.ts'
import { toggleWords } from './deliveryLabels.ts'
import { isLength, type KnownCommand, type Part, permanent } from './knownCommands.ts'
import { type Draft, draftWords, dueOf, emptyDraft } from './paletteDraft.ts'
import { offered, type PickedPlayer, picked, placeWords, typed } from './pickedPlayer.ts'

/** One thing that can be taken from the list. */
export interface PaletteOption {
  readonly key: string
  readonly name: string
  /** What it is, or where. */
  readonly words: string
  readonly leads:
    | { readonly to: 'page'; readonly path: string }
    | { readonly to: 'map'; readonly id: string }
    | { readonly to: 'draft'; readonly draft: Draft }
}

export interface Findable {
  readonly pages: readonly { readonly path: string; readonly name: string }[]
  /** Those that may be given. */
  readonly commands: readonly KnownCommand[]
  readonly players: Roster['players']
  /** Of one's own pack, for whoever does not see all. By account id. */
  readonly pack: readonly { readonly id: string; readonly name: string }[]
}

/** What the list offers for what is typed, the best first. */
export function paletteOptions(draft: Draft, query: string, findable: Findable): readonly PaletteOption[] {
  const due = dueOf(draft)
  if (due) return ofPart(due, draft, query.trim(), findable)
  return draft.player ? onPlayer(draft.player, query, findable) : anything(query, findable)
}

function anything(query: string, findable: Findable): readonly PaletteOption[] {
  const pages = findable.pages.map(({ path, name }) => ({
    ...{ key: `page ${path}`, name, words: 'Screen' },
    leads: { to: 'page', path } as const,
  }))
  const commands = findable.commands.map((known) => toDraft(known.word, known.name, 'Command', { known }))
  const pack = findable.pack.map(({ id, name }) => ({
    ...{ key: `pack ${id}`, name, words: 'In your pack' },
    leads: { to: 'map', id } as const,
  }))
  const players = query.trim() === '' ? [] : playersFor(query, findable, emptyDraft, 'player')
  return [...outspoken(query, findable), ...fitting([...pages, ...commands, ...pack], query), ...players]
}

/** `kick re`: the command and whom, in one breath. */
function outspoken(query: string, findable: Findable) {
  const [word = '', ...rest] = query.trim().split(/\s+/)
  const known = findable.commands.find((each) => each.word === word.toLowerCase())
  if (known?.parts[0] !== 'player' || rest.length === 0) return []
  return playersFor(rest.join(' '), findable, { ...emptyDraft, known }, 'player')
}

function onPlayer(player: PickedPlayer, query: string, { commands }: Findable): readonly PaletteOption[] {
  const acts = commands
    .filter(({ parts }) => parts[0] === 'player')
    .map((known) => toDraft(known.word, draftWords({ ...emptyDraft, known, player }), 'Command', { known, player }))
  const { id } = player
  const onMap = { key: 'map', name: `Show ${player.text} on the map`, words: 'Screen' }
  return fitting(id === null ? acts : [...acts, { ...onMap, leads: { to: 'map', id } }], query)
}

function playersFor(text: string, { players }: Findable, draft: Draft, part: 'player' | 'destination') {
  const known = offered(players, text).map((entry) =>
    toDraft(
      `player ${entry.id}`,
      draft.known ? nameIn(draft, part, picked(entry)) : picked(entry).text,
      placeWords(entry),
      {
        ...draft,
        [part]: picked(entry),
      },
    ),
  )
  const isListed = offered(players, text).some(({ id, name }) => [id, folded(name)].includes(folded(text)))
  const asTyped = folded(text) === '' || !draft.known || isListed ? [] : [asTypedOf(text.trim(), draft, part)]
  return [...known, ...asTyped]
}

const folded = (text: string) => text.trim().toLowerCase()
const nameIn = (draft: Draft, part: 'player' | 'destination', player: PickedPlayer) =>
  draftWords({ ...draft, [part]: player })

const asTypedOf = (text: string, draft: Draft, part: 'player' | 'destination') =>
  toDraft('typed', nameIn(draft, part, typed(text)), 'As typed: a name or a SteamID64', {
    ...draft,
    [part]: typed(text),
  })

function ofPart(part: Part, draft: Draft, query: string, findable: Findable): readonly PaletteOption[] {
  if (part === 'player' || part === 'destination') return playersFor(query, findable, draft, part)
  const put = (value: string, name: string, words = '') =>
    toDraft(`value ${value}`, name, words, { ...draft, values: { ...draft.values, [part]: value } })
  if (part === 'text') return query === '' ? [] : [put(query, query, 'Send this')]
  if (part === 'reason') return [query === '' ? put('', 'No reason') : put(query, query, 'Reason')]
  if (part === 'onOff') return fitting([put('on', 'On'), put('off', 'Off')], query)
  if (part === 'toggle')
    return fitting(
      gameToggles.map((name) => put(name, toggleWords[name])),
      query,
    )
  const days = isLength(query) && query.toLowerCase() !== permanent ? [put(query, `${query} days`)] : []
  const usual = [put(permanent, 'Permanent'), put('1', '1 day'), put('7', '1 week'), put('30', '1 month')]
  return days.length > 0 ? days : fitting([...usual, put('90', '3 months')], query)
}

const toDraft = (key: string, name: string, words: string, draft: Partial<Draft>): PaletteOption => ({
  ...{ key, name, words },
  leads: { to: 'draft', draft: { ...emptyDraft, ...draft } },
})

/** Those that hold each typed word; those that begin so first. */
function fitting(options: readonly PaletteOption[], query: string): readonly PaletteOption[] {
  const wanted = query.trim().toLowerCase()
  const holds = ({ name, key }: PaletteOption) =>
    wanted.split(/\s+/).every((word) => `${name} ${key}`.toLowerCase().includes(word))
  const rank = ({ name }: PaletteOption) => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return options.filter(holds).sort((one, other) => rank(one) - rank(other))
}
