import type { Delivery } from './delivery.ts'
import type { DeliveryKind } from './kinds.ts'

type Shown = Pick<
  Delivery,
  'state' | 'kind' | 'target' | 'detail' | 'link' | 'command' | 'reply' | 'why' | 'settledBy' | 'settledByName'
>

export type OutcomeTone = 'good' | 'waiting' | 'bad'

/** The text about a delivery's current state, on the screens and HTTP endpoints. */
export interface OutcomeText {
  readonly tone: OutcomeTone
  /** The game carried it out at once, over its own connection. */
  readonly isAutomatic: boolean
  /** It was not carried out yet. */
  readonly isQueued: boolean
  /** The sentence alone, as API clients get it. */
  readonly message: string
  /** The full text, as screens show it. */
  readonly text: string
}

export const manualText = 'Command queued for manual execution'
export const queuedText = 'Command will be executed shortly'
export const backupText = 'Command executed via backup system'
export const commandFailedText = 'Command failed'
export const executedText = 'Command executed'
/** The reason of a manual delivery that was dropped because the game refused it. */
export const gameRefusedText = 'Marked as refused by the game.'
export const nothingPendingText = 'No pending commands'
export const noCommandsText = 'No commands executed yet'
const mockText = 'Mock: commands are off, and nothing was sent'
const unknownText = "We don't know whether this happened. Check, then settle it under Open commands."

const verbs: Readonly<Record<DeliveryKind, string>> = {
  slay: 'slay',
  heal: 'heal',
  kick: 'kick',
  ban: 'ban',
  unban: 'unban',
  teleport: 'teleport',
  message: 'message',
  broadcast: 'broadcast',
  save: 'save',
  wipeCorpses: 'wipe corpses',
  whitelist: 'whitelist',
  toggle: 'toggle',
  console: 'console command',
  gameConsole: 'console command',
  start: 'start the server',
  restart: 'restart the server',
  shutdown: 'shut down the server',
  backupGame: 'back up the saves',
  skin: 'skin',
  park: 'park',
  redeem: 'redeem',
  grow: 'grow',
  spawn: 'spawn',
  weather: 'weather',
  mutate: 'mutate',
}

/** The text of the command; before it has one, its kind and target. */
export function shownCommand({ command, kind, target, detail }: Pick<Shown, 'command' | 'kind' | 'target' | 'detail'>) {
  if (command !== '') return command
  if (kind === 'console' || kind === 'gameConsole') return detail.text ?? verbs[kind]
  return [verbs[kind], ...(target ? [target.name] : [])].join(' ')
}

/**
 * The outcome, in the words of every screen and route. An unknown delivery is described neither as done nor as not done.
 * @param order what was ordered: its command, or on a screen the words of the order
 */
export function outcomeText(delivery: Shown, order = shownCommand(delivery)): OutcomeText {
  const { state, settledBy, settledByName, reply, why } = delivery
  const isSettledByStaff = settledBy !== null
  if (state === 'confirmed' && isSettledByStaff) return done(`${settledByName || 'Staff'} settled it as done`)
  if (state === 'failed' && isSettledByStaff) return bad(`${settledByName || 'Staff'} settled it as not done`)
  if (state === 'confirmed') return confirmed(delivery, order)
  if (state === 'done') return done(settledByName ? `Done by hand by ${settledByName}` : 'Done by hand')
  if (state === 'queued' || state === 'sending') return waiting(queuedText)
  if (state === 'manual') return waiting(manualText)
  if (state === 'unknown') return bad(unknownText)
  if (state === 'cancelled') return bad('The command was cancelled.')
  if (state === 'dropped')
    return bad(why === gameRefusedText ? why : "The command was dropped. It won't be carried out.")
  return bad(why || reply || commandFailedText)
}

function confirmed(delivery: Shown, order: string): OutcomeText {
  const { link, reply } = delivery
  if (link === 'mock') return done(reply || mockText)
  return link === 'evrima' ? instant(delivery, order) : done(reply || backupText)
}

function instant(delivery: Shown, order: string): OutcomeText {
  // Without a reply the outcome was inferred, and `why` says from what: a kicked player may have left on their own.
  if (!delivery.reply && delivery.why) return { ...done(delivery.why), isAutomatic: true }
  const text = `✅ Command executed instantly! ${order} completed automatically.`
  return { tone: 'good', isAutomatic: true, isQueued: false, message: delivery.reply || executedText, text }
}
const done = (message: string): OutcomeText => ({
  tone: 'good',
  isAutomatic: false,
  isQueued: false,
  message,
  text: `✅ Success: ${message}`,
})
const waiting = (message: string): OutcomeText => ({
  tone: 'waiting',
  isAutomatic: false,
  isQueued: true,
  message,
  text: `✅ Command queued: ${message}`,
})
const bad = (message: string): OutcomeText => ({
  tone: 'bad',
  isAutomatic: false,
  isQueued: false,
  message,
  text: `❌ Error: ${message}`,
})

export const errorText = (error: string) => (error.startsWith('❌') ? error : `❌ Error: ${error}`)
/** Where the connection was lost before the hub answered. */
export const networkErrorText = (message: string) => `❌ Network Error: ${message}`
export const rconFailedText = (message: string | null) =>
  message ? `RCON command failed: ${message}` : 'RCON command failed'
/** An error line of the console screen. */
export const consoleErrorText = (message: string | null) => (message ? `Error: ${message}` : commandFailedText)
export const slaySentText = (target: string, message: string) => `Slay command sent successfully\n${target}: ${message}`
export const slayFailedText = (message: string) =>
  `Error sending slay command: ${message}\nThis may be normal if you are not in game.`
