import type { GameRead } from '../../../shared/features/console/gameCommands.ts'
import type { DeliveryKind, GameAction, GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import type { Clock } from '../../engine/clock.ts'
import { ActionError, type ActionLink, type ActionOutcome, isHarmlessTwice } from '../actionLink.ts'
import type { CommandTemplates } from '../commandTemplates.ts'
import { type GameLink, LinkError } from '../link.ts'
import { echoesOf, isUnreadable, type Judgement, judgeReplyText, soundsRefused, withoutEchoes } from '../replyText.ts'
import { consoleReply, gameReadOf } from './consoleReply.ts'
import { type EvrimaCommand, evrimaCommandFor, evrimaTemplates } from './evrimaCommands.ts'

interface EvrimaActionsOptions
  extends Pick<GameLink, 'state' | 'onState' | 'players' | 'details' | 'animals' | 'playables' | 'queue'> {
  readonly clock: Clock
  readonly templates?: CommandTemplates | undefined
  /** Resolves with the game's reply, '' where it gave none. `leaving` is called right before the first byte is sent. */
  send(command: EvrimaCommand, leaving: () => void): Promise<string>
  /** A reply did not match its request: later replies on this connection cannot be trusted. */
  onMismatch(): void
}

/** How long a removed player may stay in the list of players. */
const SETTLING_MS = 1_000

/** The actions of the game's own RCON, over the connection that is also used for reads, one at a time. */
export function createEvrimaActions(options: EvrimaActionsOptions): ActionLink {
  const templates: CommandTemplates = { ...evrimaTemplates, ...options.templates }
  let isClosed = false
  const commandFor = (action: GameAction) => evrimaCommandFor(templates, action)
  const stopIfClosed = () => {
    if (isClosed) throw new ActionError('notSent', 'the link is closed')
  }

  return {
    name: 'evrima',
    state: options.state,
    onState: options.onState,
    concurrency: 1,
    reportsDeparture: true,
    can: (kind) => templates[kind] !== undefined,
    isHarmlessTwice,
    commandText(action) {
      const { command, argument } = commandFor(action)
      return `${command} ${argument}`.trim()
    },
    async perform(action, leaving = () => {}) {
      const command = commandFor(action)
      stopIfClosed()
      const read = action.kind === 'gameConsole' ? gameReadOf(command) : null
      if (read) return answerRead(options, read, command.argument, leaving)
      return action.kind === 'toggle'
        ? setToggle(options, action, { ...command, leaving })
        : carryOut(options, action, { ...command, leaving })
    },
    async findOutcome(action) {
      stopIfClosed()
      return withErrorCode('notSent', () => outcomeAfterLoss(options, action))
    },
    async close() {
      isClosed = true
    },
  }
}

/** A question without an answer has failed: the game refused nothing, and it has no effect that would have to be found out. */
async function answerRead(options: EvrimaActionsOptions, read: GameRead, filter: string, leaving: () => void) {
  try {
    leaving()
  } catch (error) {
    throw new ActionError('notSent', messageOf(error), { cause: error })
  }
  return consoleReply(options, read, filter).then(
    (reply): ActionOutcome => ({ state: 'confirmed', reply, why: null }),
    (error: unknown): ActionOutcome => ({
      state: 'failed',
      reply: null,
      why: `The game gave no answer: ${messageOf(error)}.`,
    }),
  )
}

interface Sent extends EvrimaCommand {
  /** Throws where it must not be sent any more. */
  readonly leaving: () => void
}

async function carryOut(options: EvrimaActionsOptions, action: GameAction, command: Sent) {
  const reply = await sendOnce(options, command)
  if (reply === '') return readAfterSending(options, () => outcomeWithoutReply(options, action))
  const state = judgeReply(action.kind, reply, echoesOf(action, command.argument))
  if (state === 'unclear') {
    options.onMismatch()
    throw new ActionError('lost', "The game's answer doesn't say whether it was done.")
  }
  const isUnread = action.kind === 'message' && state === 'confirmed' && (await isAbsent(options, action))
  return isUnread ? unreadMessage(action, reply) : { state, reply, why: null }
}

/** Whether a player is not in the game: the game confirms messages to absent players too. False where the list cannot be read. */
const isAbsent = (options: EvrimaActionsOptions, action: GameAction): Promise<boolean> =>
  readAfterSending(options, () => isListed(options, action)).then(
    (isHere) => !isHere,
    () => false,
  )

const unreadMessage = (action: GameAction, reply: string): ActionOutcome => ({
  state: 'refused',
  reply,
  why: `${nameOf(action)} is not in the game, so the message was not read.`,
})

async function sendOnce({ send }: EvrimaActionsOptions, { leaving: callLeaving, ...command }: Sent): Promise<string> {
  let wasSent = false
  const leaving = () => {
    callLeaving()
    wasSent = true
  }
  return send(command, leaving).catch((error: unknown) => {
    throw new ActionError(wasSent ? 'lost' : 'notSent', messageOf(error), { cause: error })
  })
}

/** Reads the settings before and after, since the reply to a toggle is unreliable. */
async function setToggle(options: EvrimaActionsOptions, action: GameAction, command: Sent): Promise<ActionOutcome> {
  const before = await withErrorCode('notSent', () => toggleState(options, action))
  if (before.isWanted)
    return { state: 'confirmed', reply: null, why: `It was ${before.wanted} already.`, changed: false }
  // Some builds turn a switch round whatever they are sent: where its state is unknown that may be the wrong way.
  if (before.isOn === null) return { state: 'refused', reply: null, why: untoldToggle, changed: false }
  const reply = (await sendOnce(options, command)) || null
  const after = await readAfterSending(options, () => toggleState(options, action))
  if (after.isOn === null) throw new ActionError('lost', "The game doesn't report this switch.")
  return after.isWanted
    ? { state: 'confirmed', reply, why: null }
    : { state: 'refused', reply, why: `The game accepted the command, but the switch is not ${after.wanted}.` }
}

const untoldToggle = "The game doesn't report whether it is on or off, so it was not changed. Check it in the game."

/** The current and the wanted state of a toggle. */
async function toggleState({ details }: EvrimaActionsOptions, { detail }: GameAction) {
  const { flags } = await details()
  const isOn = flags[detail.toggle as GameToggle]
  return { isOn, isWanted: isOn === detail.on, wanted: detail.on ? 'on' : 'off' }
}

/**
 * The game gives no reply to some commands that it carries out. A following request on the same connection shows that it still
 * receives commands.
 */
async function outcomeWithoutReply(options: EvrimaActionsOptions, action: GameAction): Promise<ActionOutcome> {
  const { kind } = action
  if (kind === 'kick' || kind === 'ban') {
    if (!(await isListed(options, action)) || !(await isListedLater(options, action)))
      return kind === 'ban' ? bannedWhileAbsent(action) : absentPlayer(action)
    throw new ActionError('lost', `The game gave no answer, and ${nameOf(action)} is still in the game.`)
  }
  await options.players()
  if (kind !== 'broadcast') throw new ActionError('lost', 'The game gave no answer.')
  return { state: 'confirmed', reply: null, why: 'The game gave no answer, as sometimes happens.' }
}

/** The outcome of a lost ban is unknown, since an absent player need not be banned. It is retried instead. */
async function outcomeAfterLoss(options: EvrimaActionsOptions, action: GameAction): Promise<ActionOutcome | null> {
  if (action.kind === 'kick') return (await isListed(options, action)) ? null : absentPlayer(action)
  if (action.kind !== 'toggle') return null
  const { isOn, isWanted, wanted } = await toggleState(options, action)
  if (isOn === null) return null
  if (isWanted) return { state: 'confirmed', reply: null, why: `The game's settings say that it is ${wanted}.` }
  return { state: 'refused', reply: null, why: `The game's settings say that it is not ${wanted}.` }
}

const isListed = async ({ players }: EvrimaActionsOptions, { target }: GameAction) =>
  (await players()).some(({ id }) => id === target?.id)

async function isListedLater(options: EvrimaActionsOptions, action: GameAction): Promise<boolean> {
  await new Promise<void>((resolve) => void options.clock.after(SETTLING_MS, resolve))
  return isListed(options, action)
}

const absentPlayer = (action: GameAction): ActionOutcome => ({
  state: 'confirmed',
  reply: null,
  why: `The game said nothing, as it does for players who are not there; ${nameOf(action)} is not in the game.`,
})

/** The game bans absent players without a reply, and its ban list cannot be read. */
const bannedWhileAbsent = (action: GameAction): ActionOutcome => ({
  state: 'confirmed',
  reply: null,
  why: `The game gives no answer for players who are absent, and ${nameOf(action)} is not in the game; our own ban list enforces it.`,
})

const nameOf = ({ target }: GameAction) => target?.name || target?.id || 'nobody'

/** Runs a read for an action; its errors become ActionErrors of this code. */
async function withErrorCode<T>(code: 'notSent' | 'lost', read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (error instanceof ActionError) throw error
    throw new ActionError(code, messageOf(error), { cause: error })
  })
}

/** Runs a read after an action was sent. An unreadable reply may be the late reply to the action. */
async function readAfterSending<T>(
  { onMismatch: outOfStep }: EvrimaActionsOptions,
  read: () => Promise<T>,
): Promise<T> {
  return withErrorCode('lost', () =>
    read().catch((error: unknown) => {
      if (error instanceof LinkError && error.code === 'garbage') outOfStep()
      throw error
    }),
  )
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The confirmations of the game. Those of other kinds are not documented. */
const confirming: Readonly<Partial<Record<DeliveryKind, RegExp>>> = {
  kick: /was kicked/i,
  ban: /was kicked and banned|was banned/i,
  broadcast: /announcement sent/i,
  save: /game saved/i,
  wipeCorpses: /corpses? wiped/i,
}

/**
 * Judges a reply. `unclear`: it is cut, unreadable, contradictory or unknown. @param echoes texts chosen by users, which are ignored
 */
export function judgeReply(kind: DeliveryKind, reply: string, echoes: readonly string[]): Judgement {
  if (isUnreadable(reply)) return 'unclear'
  const form = confirming[kind]
  if (!form) return judgeReplyText(reply, echoes)
  const bare = withoutEchoes(reply, echoes)
  const isConfirmed = form.test(bare)
  if (soundsRefused(bare)) return isConfirmed ? 'unclear' : 'refused'
  return isConfirmed ? 'confirmed' : 'unclear'
}
