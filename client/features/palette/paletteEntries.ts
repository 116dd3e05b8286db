import type { PlaceIcon } from '../../shell/placeIcons.ts'
import type { AskedAction } from '../players/openPlayer.ts'
import { orderOf, type PaletteAction, verbOf } from './paletteActions.ts'

export const paletteGroups = ['Suggested', 'Recent', 'Players', 'Actions', 'Pages', 'Shop', 'Settings'] as const
export type PaletteGroup = (typeof paletteGroups)[number]

/** A player as the palette names one: by the game's id for staff, by the account's for others. */
export interface NamedPlayer {
  readonly id: string
  readonly name: string
  /** Species and place, or that the player is offline. */
  readonly detail: string
  readonly isOnline: boolean
}

/** What an entry leads to. */
export type PaletteTarget =
  | { readonly to: 'page'; readonly path: string }
  | { readonly to: 'player'; readonly id: string; readonly action: AskedAction | null }
  | { readonly to: 'map'; readonly id: string }
  /** Asks for the player first. */
  | { readonly to: 'choosing'; readonly action: PaletteAction }
  /** Asks first if it does harm. */
  | { readonly to: 'order'; readonly action: PaletteAction; readonly player: NamedPlayer | null }
  /** `text`: what the message is; null to go on with the draft. */
  | { readonly to: 'broadcast'; readonly text: string | null }
  | { readonly to: 'setting'; readonly set: () => void }
  /** Asks whether to log out of all browsers. */
  | { readonly to: 'logOutEverywhere' }

/** One line of the palette. */
export interface PaletteEntry {
  /** Unique in its group; by this it is remembered. */
  readonly key: string
  readonly group: PaletteGroup
  readonly name: string
  /** The part of the name by which it is found: without the player, who is found as such. */
  readonly matched: string
  /** What distinguishes it, or its state. */
  readonly detail: string
  /** Other words by which it is found. */
  readonly words: string
  /** Whether it does harm: it is then never the first choice, and asks. */
  readonly isHarmful: boolean
  /** Why it cannot be chosen now; null if it can. */
  readonly why: string | null
  readonly icon: PlaceIcon | 'action' | 'setting'
  readonly target: PaletteTarget
}

export interface PalettePage {
  readonly path: string
  readonly name: string
  readonly icon: PlaceIcon
  readonly words?: string
}

const usual = { detail: '', words: '', isHarmful: false, why: null }

export const pageEntry = ({ path, name, icon, words = '' }: PalettePage): PaletteEntry => ({
  ...usual,
  key: `page ${path}`,
  group: 'Pages',
  name,
  matched: name,
  // The address is a name as well: `/admins`.
  words: `${words} ${path}`,
  icon,
  target: { to: 'page', path },
})

/** A dinosaur that the shop sells, by its name alone: the word "shop" finds the page. */
export const soldEntry = ({ id, name }: { readonly id: string; readonly name: string }): PaletteEntry => ({
  ...usual,
  key: `sold ${id}`,
  group: 'Shop',
  name,
  matched: name,
  detail: 'In the shop',
  icon: 'shop',
  target: { to: 'page', path: `/shop?item=${id}` },
})

export const playerEntry = ({ id, name, detail }: NamedPlayer): PaletteEntry => ({
  ...usual,
  key: `player ${id}`,
  group: 'Players',
  name,
  matched: name,
  detail,
  words: id,
  icon: 'players',
  target: { to: 'player', id, action: null },
})

/** By these words a player is shown on the map. */
export const showVerb = 'Show on the map'
export const showWords = 'locate find where'

export const onMapEntry = ({ id, name }: NamedPlayer): PaletteEntry => ({
  ...usual,
  key: `map ${id}`,
  group: 'Actions',
  name: `Show ${name} on the map`,
  matched: showVerb,
  words: showWords,
  icon: 'map',
  target: { to: 'map', id },
})

/** @param why why commands cannot be given now, or null */
export function actionEntry(action: PaletteAction, why: string | null): PaletteEntry {
  const { key, words, target } = action
  const needsPlayer = target !== 'none'
  return {
    ...usual,
    key: `action ${key}`,
    group: 'Actions',
    name: orderOf(action, null),
    matched: verbOf(action),
    words,
    // It only asks which player is meant.
    isHarmful: !needsPlayer && action.isHarmful,
    why,
    icon: 'action',
    target: needsPlayer
      ? { to: 'choosing', action }
      : action.key === 'broadcast'
        ? { to: 'broadcast', text: null }
        : { to: 'order', action, player: null },
  }
}

/** `broadcast restart in 5 minutes`: opens the composer with that text, which asks before it sends. */
export const broadcastEntry = (action: PaletteAction, text: string, why: string | null): PaletteEntry => ({
  ...actionEntry(action, why),
  name: `Broadcast “${text}”…`,
  target: { to: 'broadcast', text },
})

/** The action on one player. Null if it is none on players, or not one for players who are offline. */
export function aimedEntry(action: PaletteAction, player: NamedPlayer, why: string | null): PaletteEntry | null {
  const { key, words, target, form, isHarmful } = action
  if (target === 'none') return null
  const isPossible = target !== 'inGame' || player.isOnline
  return {
    ...usual,
    key: `action ${key} ${player.id}`,
    group: 'Actions',
    name: orderOf(action, player.name),
    matched: verbOf(action),
    detail: player.detail,
    words,
    isHarmful,
    why: why ?? (isPossible ? null : `${player.name} isn't in the game.`),
    icon: 'action',
    target: form ? { to: 'player', id: player.id, action: form } : { to: 'order', action, player },
  }
}

export const settingEntry = (
  key: string,
  { name, words, detail = '' }: { readonly name: string; readonly words: string; readonly detail?: string },
  target: (() => void) | PaletteTarget,
): PaletteEntry => ({
  ...usual,
  key: `setting ${key}`,
  group: 'Settings',
  name,
  matched: name,
  detail,
  words,
  icon: 'setting',
  target: typeof target === 'function' ? { to: 'setting', set: target } : target,
})
