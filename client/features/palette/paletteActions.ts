import { mainServer } from '../../../shared/engine/ids.ts'
import type { Permission } from '../../../shared/engine/permissions.ts'
import {
  type DeliveryCommand,
  healMyself,
  healPlayer,
  saveGame,
  setToggle,
  setWhitelist,
  slayMyself,
  unbanPlayer,
  wipeCorpses,
} from '../../../shared/features/deliveries/commands.ts'
import {
  type GameToggle,
  gameToggles,
  permissionFor,
  toggleInOrder,
} from '../../../shared/features/deliveries/kinds.ts'
import type { AskedAction } from '../players/openPlayer.ts'

/** A command that the palette offers. */
export interface PaletteAction {
  readonly key: string
  /** As an order, with the place of the player: `Kick {player}…`. The dots show that it asks for more. */
  readonly order: string
  /** Other words by which it is found. */
  readonly words: string
  readonly needs: Permission
  /** On which players it is offered; `known`: on all, online or not. */
  readonly target: 'none' | 'inGame' | 'known' | 'banned'
  /** The form of the player drawer that asks for the rest. */
  readonly form: AskedAction | null
  readonly isHarmful: boolean
  /** Its effect, in the palette's own question before it is sent. Null: sent at once, or asked by the form. */
  readonly harm: string | null
  /** What it sends; null where a form does. @param player the id of the target, '' without one */
  readonly send: { readonly command: DeliveryCommand; inputOf(player: string): object } | null
}

/** `Kick Rex…`, or `Kick a player…`. */
export const orderOf = ({ order, target }: PaletteAction, player: string | null): string => {
  if (player === null && target !== 'none') return `${orderWithout(order, 'a player')}…`
  // A function, since a name may hold replacement patterns.
  return order.replace('{player}', () => player ?? '')
}
const orderWithout = (order: string, instead: string) => order.replace('{player}', instead).replace('…', '')

/** The words of the order without the player, to be matched. */
export const verbOf = ({ order }: PaletteAction): string => orderWithout(order, '')

const server = mainServer
const plain = { target: 'none', form: null, isHarmful: false, harm: null } as const

const ofForm = (
  form: AskedAction,
  verb: string,
  needs: Permission,
  words: string,
  isHarmful = false,
): PaletteAction => ({
  ...plain,
  key: form,
  order: `${verb} {player}…`,
  words,
  needs,
  target: form === 'ban' || form === 'give' ? 'known' : 'inGame',
  form,
  isHarmful,
  send: null,
})

const switchEffects: Readonly<Record<GameToggle, Readonly<Record<'on' | 'off', string>>>> = {
  whitelist: { on: 'Only players on the whitelist can join.', off: 'Everyone can join.' },
  globalChat: { on: 'All players can chat with each other.', off: "Players can't use global chat." },
  humans: { on: 'Players can play as humans.', off: "Players can't play as humans." },
  spawnAI: { on: 'The game spawns AI animals.', off: "The game doesn't spawn AI animals." },
}

const ofSwitch = (toggle: GameToggle, to: 'on' | 'off'): PaletteAction => ({
  ...plain,
  key: `${toggle} ${to}`,
  order: `Turn ${toggleInOrder[toggle]} ${to}…`,
  words: to === 'on' ? 'switch toggle enable' : 'switch toggle disable',
  needs: permissionFor.toggle,
  isHarmful: true,
  harm: switchEffects[toggle][to],
  send: { command: setToggle, inputOf: () => ({ server, toggle, on: to === 'on' }) },
})

const ofWhitelist = (on: boolean): PaletteAction => ({
  ...plain,
  key: on ? 'whitelist' : 'unlist',
  order: on ? 'Put {player} on the whitelist' : 'Take {player} off the whitelist…',
  words: on ? 'allow permit add' : 'disallow remove',
  needs: permissionFor.whitelist,
  target: 'known',
  isHarmful: !on,
  harm: on ? null : "They can't join while the whitelist is on.",
  send: { command: setWhitelist, inputOf: (target) => ({ server, target, on }) },
})

/** All actions, harmless ones first. */
export const paletteActions: readonly PaletteAction[] = [
  ofForm('message', 'Message', permissionFor.message, 'write tell whisper dm private pm send'),
  {
    ...plain,
    key: 'heal',
    order: 'Heal {player}',
    words: 'cure restore health',
    needs: permissionFor.heal,
    target: 'inGame',
    send: { command: healPlayer, inputOf: (target) => ({ server, target }) },
  },
  {
    ...plain,
    key: 'healMyself',
    order: 'Heal my dinosaur',
    words: 'cure restore health own self me healme',
    needs: 'play',
    send: { command: healMyself, inputOf: () => ({ server }) },
  },
  ofForm('teleport', 'Teleport', permissionFor.teleport, 'tp move bring goto'),
  ofForm('give', 'Give currency to', 'addCurrency', 'add pearls talons shards money pay grant'),
  {
    ...plain,
    key: 'broadcast',
    order: 'Broadcast to everyone…',
    words: 'announce announcement message all server tell',
    needs: permissionFor.broadcast,
    send: null,
  },
  {
    ...plain,
    key: 'save',
    order: 'Save the game',
    words: 'world store backup',
    needs: permissionFor.save,
    send: { command: saveGame, inputOf: () => ({ server }) },
  },
  ofWhitelist(true),
  {
    ...plain,
    key: 'unban',
    order: 'Unban {player}…',
    words: 'pardon lift allow forgive',
    needs: permissionFor.unban,
    target: 'banned',
    isHarmful: true,
    harm: 'They can join the server again.',
    send: { command: unbanPlayer, inputOf: (target) => ({ server, target }) },
  },
  ofWhitelist(false),
  ...gameToggles.flatMap((toggle) => [ofSwitch(toggle, 'on'), ofSwitch(toggle, 'off')]),
  {
    ...plain,
    key: 'wipeCorpses',
    order: 'Wipe corpses…',
    words: 'clean bodies remove carcasses wipecorpses',
    needs: permissionFor.wipeCorpses,
    isHarmful: true,
    harm: 'Every corpse on the island is removed. Players feeding on one lose it.',
    send: { command: wipeCorpses, inputOf: () => ({ server }) },
  },
  ofForm('kick', 'Kick', permissionFor.kick, 'remove boot disconnect', true),
  {
    ...plain,
    key: 'slayMyself',
    order: 'Slay my dinosaur…',
    words: 'kill die suicide own self me slayme',
    needs: 'play',
    isHarmful: true,
    harm: "Your dinosaur dies and its growth is lost. You can't undo this.",
    send: { command: slayMyself, inputOf: () => ({ server }) },
  },
  ofForm('slay', 'Slay', permissionFor.slay, 'kill', true),
  ofForm('ban', 'Ban', permissionFor.ban, 'block exclude', true),
]
