import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import type { Delivery, DeliveryState, LinkName } from '../../../shared/features/deliveries/delivery.ts'
import {
  type DeliveryKind,
  type GameAction,
  type GameToggle,
  toggleInOrder,
} from '../../../shared/features/deliveries/kinds.ts'
import { lengthOf } from '../../ui/durations.ts'

export const stateLabels: Readonly<Record<DeliveryState, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  confirmed: 'Confirmed',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
  manual: 'By hand',
  done: 'Done by hand',
  dropped: 'Dropped',
  cancelled: 'Cancelled',
}

export const kindLabels: Readonly<Record<DeliveryKind, string>> = {
  slay: 'Slay',
  heal: 'Heal',
  kick: 'Kick',
  ban: 'Ban',
  unban: 'Unban',
  teleport: 'Teleport',
  message: 'Message',
  broadcast: 'Broadcast',
  save: 'Save',
  wipeCorpses: 'Wipe corpses',
  whitelist: 'Whitelist',
  toggle: 'Switch',
  console: 'Console',
  gameConsole: 'Console',
  grow: 'Grow',
  spawn: 'Spawn',
  weather: 'Weather',
  mutate: 'Mutate',
  start: 'Start',
  restart: 'Restart',
  shutdown: 'Shut down',
  backupGame: 'Back up',
  skin: 'Skin',
  park: 'Park',
  redeem: 'Redeem',
}

export const toggleLabels: Readonly<Record<GameToggle, string>> = {
  whitelist: 'Whitelist',
  globalChat: 'Global chat',
  humans: 'Humans',
  spawnAI: 'AI animals',
}

export const linkLabels: Readonly<Record<LinkName, string>> = {
  evrima: 'Evrima RCON',
  source: 'Source RCON',
  bridge: 'the bridge',
  commandBridge: 'the mod',
  host: 'the host',
  banFile: "the game's ban list",
  mock: 'nothing: commands are off',
}

const dayMs = 86_400_000

/** The length of a ban: `for 7 days`, `for 2 h`. */
export function banLengthLabel(durationMs: number | null | undefined): string {
  if (!durationMs) return 'permanently'
  const days = durationMs / dayMs
  if (!Number.isInteger(days)) return `for ${lengthOf(durationMs)}`
  return days === 1 ? 'for 1 day' : `for ${days} days`
}

export const targetName = ({ target }: Pick<GameAction, 'target'>) => target?.name.trim() || target?.id || 'the server'

/** A delivery as an order: `Kick Rex`. Without the private fields if they are not readable. */
export const orderLabel = (action: GameAction): string => withMarksShown(orderOf(action))

/** An order with its state, for screen readers: `Kick Rex: confirmed`. */
export const stateSaid = (one: GameAction & Pick<Delivery, 'state'>): string =>
  `${orderLabel(one).replace(/\.$/, '')}: ${stateLabels[one.state].toLowerCase()}`

function orderOf(action: GameAction): string {
  const { kind, detail } = action
  const name = targetName(action)
  if (kind === 'ban') return `Ban ${name} ${banLengthLabel(detail.durationMs)}`
  if (kind === 'teleport')
    return `Teleport ${name} to ${detail.destinationName || detail.destination || 'another player'}`
  if (kind === 'message') return detail.text === undefined ? `Message ${name}` : `Message ${name}: ${detail.text}`
  if (kind === 'console' || kind === 'gameConsole')
    return detail.text === undefined ? 'Console command' : `Console: ${detail.text}`
  if (kind === 'broadcast') return `Broadcast: ${detail.text ?? ''}`
  if (kind === 'save') return 'Save the game'
  if (kind === 'wipeCorpses') return 'Wipe corpses'
  if (kind === 'start' || kind === 'restart' || kind === 'shutdown') return `${kindLabels[kind]} the game server`
  if (kind === 'backupGame') return "Back up the game's saves"
  if (kind === 'whitelist') return detail.on ? `Put ${name} on the whitelist` : `Take ${name} off the whitelist`
  if (kind === 'toggle')
    return `Turn ${detail.toggle ? toggleInOrder[detail.toggle] : 'it'} ${detail.on ? 'on' : 'off'}`
  return `${kindLabels[kind]} ${name}`
}
