import type { Delivery } from './delivery.ts'
import type { DeliveryKind } from './kinds.ts'

type Told = Pick<
  Delivery,
  'state' | 'kind' | 'target' | 'detail' | 'link' | 'command' | 'reply' | 'why' | 'settledByName'
>

export type OutcomeTone = 'good' | 'waiting' | 'bad'

/** What people are told of a delivery as it stands, in the words of the screens and doors. */
export interface OutcomeWords {
  readonly tone: OutcomeTone
  /** The game did it at once, by its own connection. */
  readonly isAutomatic: boolean
  /** Nothing was carried out yet. */
  readonly isQueued: boolean
  /** The bare sentence, as programs get it. */
  readonly message: string
  /** The whole of what is shown. */
  readonly text: string
}

export const byHandText = 'Command queued for manual execution'
export const queuedText = 'Command will be executed shortly'
export const backupText = 'Command executed via backup system'
export const commandFailedText = 'Command failed'
export const executedText = 'Command executed'
/** By whom it was done by hand, of one that is dropped for that. */
export const gameRefusedText = 'The game refused it when it was done by hand.'
export const nothingPendingText = 'No pending commands'
export const noCommandsText = 'No commands executed yet'
const nobodyKnows = 'Nobody can tell whether this happened: look, and settle it among the open commands.'

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
  grow: 'grow',
  spawn: 'spawn',
  weather: 'weather',
  mutate: 'mutate',
}

/** The text of the command; until a link or a person has worded it, what it does and to whom. */
export function shownCommand({ command, kind, target, detail }: Pick<Told, 'command' | 'kind' | 'target' | 'detail'>) {
  if (command !== '') return command
  if (kind === 'console') return detail.text ?? verbs.console
  return [verbs[kind], ...(target ? [target.name] : [])].join(' ')
}

/** What happened, or did not, truly: a delivery whose fate nobody knows is never told as done, nor as not done. */
export function outcomeWords(told: Told): OutcomeWords {
  const { state, link, settledByName, reply, why } = told
  if (state === 'confirmed') return link === 'evrima' || link === null ? instant(told) : done(reply || backupText)
  if (state === 'done') return done(settledByName ? `Done by hand by ${settledByName}` : 'Done by hand')
  if (state === 'queued' || state === 'sending') return waiting(queuedText)
  if (state === 'byHand') return waiting(byHandText)
  if (state === 'unknown') return bad(nobodyKnows)
  if (state === 'cancelled') return bad('The command was called off.')
  if (state === 'dropped') return bad(why === gameRefusedText ? why : 'Nobody carries the command out: it was dropped.')
  return bad(why || reply || commandFailedText)
}

function instant(told: Told): OutcomeWords {
  // Whoever settled an unknown one has looked; that was nothing instant.
  if (told.settledByName) return done(`Seen to have happened by ${told.settledByName}`)
  // Without an answer it is known from something else, and that is told: whoever was kicked may have left by themselves.
  if (!told.reply && told.why) return { ...done(told.why), isAutomatic: true }
  const text = `✅ Command executed instantly! ${shownCommand(told)} completed automatically.`
  return { tone: 'good', isAutomatic: true, isQueued: false, message: told.reply || executedText, text }
}
const done = (message: string): OutcomeWords => ({
  ...{ tone: 'good', isAutomatic: false, isQueued: false },
  ...{ message, text: `✅ Success: ${message}` },
})
const waiting = (message: string): OutcomeWords => ({
  ...{ tone: 'waiting', isAutomatic: false, isQueued: true },
  ...{ message, text: `✅ Command queued: ${message}` },
})
const bad = (message: string): OutcomeWords => ({
  ...{ tone: 'bad', isAutomatic: false, isQueued: false },
  ...{ message, text: `❌ Error: ${message}` },
})

export const errorText = (error: string) => (error.startsWith('❌') ? error : `❌ Error: ${error}`)
export const rconFailedText = (message: string | null) =>
  message ? `RCON command failed: ${message}` : 'RCON command failed'
/** A line of the console. */
export const consoleErrorText = (message: string | null) => (message ? `Error: ${message}` : commandFailedText)
export const slaySentText = (target: string, message: string | null) =>
  `Slay command sent successfully\n${target}: ${message || executedText}`
export const slayFailedText = (message: string) =>
  `Error sending slay command: ${message}\nThis may be normal if you are not in game.`
