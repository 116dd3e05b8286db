import type { DeliveryKind, GameAction, GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError, type ActionLink, type ActionOutcome, isHarmlessTwice } from '../actionLink.ts'
import type { Clock } from '../clock.ts'
import type { CommandTemplates } from '../commandTemplates.ts'
import { type GameLink, LinkError } from '../link.ts'
import { echoesOf, isUnreadable, type Judgement, judgeReplyText, soundsRefused, withoutEchoes } from '../replyText.ts'
import { type EvrimaCommand, evrimaCommandFor, evrimaTemplates } from './evrimaCommands.ts'

interface EvrimaActionsOptions extends Pick<GameLink, 'state' | 'onState' | 'players' | 'details'> {
  readonly clock: Clock
  readonly templates?: CommandTemplates | undefined
  /** Resolves with what the game said, '' where it said nothing. `leaving` is called right before the first byte leaves. */
  send(command: EvrimaCommand, leaving: () => void): Promise<string>
  /** A reply was not to what was asked: the next one may be to this, so that none on this line can be believed. */
  onMismatch(): void
}

/** Whoever is thrown out may stand in the list of players for a moment longer. */
const SETTLING_MS = 1_000

/** What the game's own RCON can do, on the connection that is also read from: one line, one thing at a time. */
export function createEvrimaActions(options: EvrimaActionsOptions): ActionLink {
  const words: CommandTemplates = { ...evrimaTemplates, ...options.templates }
  let isClosed = false
  const word = (action: GameAction) => evrimaCommandFor(words, action)
  const stopIfClosed = () => {
    if (isClosed) throw new ActionError('notSent', 'the link is closed')
  }

  return {
    name: 'evrima',
    state: options.state,
    onState: options.onState,
    concurrency: 1,
    reportsDeparture: true,
    can: (kind) => words[kind] !== undefined,
    isHarmlessTwice,
    commandText(action) {
      const { command, argument } = word(action)
      return `${command} ${argument}`.trim()
    },
    async perform(action, leaving = () => {}) {
      const command = word(action)
      stopIfClosed()
      return action.kind === 'toggle'
        ? turn(options, action, { ...command, leaving })
        : carryOut(options, action, { ...command, leaving })
    },
    async findOutcome(action) {
      stopIfClosed()
      return told('notSent', () => outcomeAfterLoss(options, action))
    },
    async close() {
      isClosed = true
    },
  }
}

interface Sent extends EvrimaCommand {
  /** Throws where it must not leave any more. */
  readonly leaving: () => void
}

async function carryOut(options: EvrimaActionsOptions, action: GameAction, command: Sent) {
  const reply = await sendOnce(options, command)
  if (reply === '') return toldAfter(options, () => outcomeOfSilence(options, action))
  const state = judgeReply(action.kind, reply, echoesOf(action, command.argument))
  if (state === 'unclear') {
    options.onMismatch()
    throw new ActionError('lost', 'The game answered something that does not say whether it was done.')
  }
  const isUnheard = action.kind === 'message' && state === 'confirmed' && (await isAbsent(options, action))
  return isUnheard ? heardByNobody(action, reply) : { state, reply, why: null }
}

/** The game says that a message was sent also where there is nobody to read it. What cannot be read is no reason to doubt its word. */
const isAbsent = (options: EvrimaActionsOptions, action: GameAction): Promise<boolean> =>
  toldAfter(options, () => isListed(options, action)).then(
    (isHere) => !isHere,
    () => false,
  )

const heardByNobody = (action: GameAction, reply: string): ActionOutcome => ({
  state: 'refused',
  reply,
  why: `${nameOf(action)} is not in the game: nobody has read it.`,
})

async function sendOnce({ send }: EvrimaActionsOptions, { leaving: told, ...command }: Sent): Promise<string> {
  let hasLeft = false
  const leaving = () => {
    told()
    hasLeft = true
  }
  return send(command, leaving).catch((error: unknown) => {
    throw new ActionError(hasLeft ? 'lost' : 'notSent', wordsOf(error), { cause: error })
  })
}

/** The reply to a toggle is not to be trusted, so that the settings are read before and after. */
async function turn(options: EvrimaActionsOptions, action: GameAction, command: Sent): Promise<ActionOutcome> {
  const before = await told('notSent', () => standing(options, action))
  if (before.isWanted)
    return { state: 'confirmed', reply: null, why: `It was ${before.wanted} already.`, changed: false }
  const reply = (await sendOnce(options, command)) || null
  const after = await toldAfter(options, () => standing(options, action))
  if (after.isOn === null) throw new ActionError('lost', 'The game does not tell how this switch stands.')
  return after.isWanted
    ? { state: 'confirmed', reply, why: null }
    : { state: 'refused', reply, why: `The game took the command, and the switch is not ${after.wanted}.` }
}

/** How a switch stands, and how it should. */
async function standing({ details }: EvrimaActionsOptions, { detail }: GameAction) {
  const { flags } = await details()
  const isOn = flags[detail.toggle as GameToggle]
  return { isOn, isWanted: isOn === detail.on, wanted: detail.on ? 'on' : 'off' }
}

/**
 * The game says nothing to some commands, also when it does them. That it hears us is then seen from a request that
 * follows on the same line.
 */
async function outcomeOfSilence(options: EvrimaActionsOptions, action: GameAction): Promise<ActionOutcome> {
  const { kind } = action
  if (kind === 'kick' || kind === 'ban') {
    if (!(await isListed(options, action)) || !(await isListedStill(options, action)))
      return kind === 'ban' ? isBannedAway(action) : isGone(action)
    throw new ActionError('lost', `The game said nothing, and ${nameOf(action)} is still in the game.`)
  }
  await options.players()
  if (kind !== 'broadcast') throw new ActionError('lost', 'The game said nothing to it.')
  return { state: 'confirmed', reply: null, why: 'The game said nothing to it, as it does at times.' }
}

/** Of a ban whose reply was lost nobody can tell: who is gone may not be banned. It is given again instead. */
async function outcomeAfterLoss(options: EvrimaActionsOptions, action: GameAction): Promise<ActionOutcome | null> {
  if (action.kind === 'kick') return (await isListed(options, action)) ? null : isGone(action)
  if (action.kind !== 'toggle') return null
  const { isOn, isWanted, wanted } = await standing(options, action)
  if (isOn === null) return null
  if (isWanted) return { state: 'confirmed', reply: null, why: `The settings of the game say that it is ${wanted}.` }
  return { state: 'refused', reply: null, why: `The settings of the game say that it is not ${wanted}.` }
}

const isListed = async ({ players }: EvrimaActionsOptions, { target }: GameAction) =>
  (await players()).some(({ id }) => id === target?.id)

async function isListedStill(options: EvrimaActionsOptions, action: GameAction): Promise<boolean> {
  await new Promise<void>((resolve) => void options.clock.after(SETTLING_MS, resolve))
  return isListed(options, action)
}

const isGone = (action: GameAction): ActionOutcome => ({
  state: 'confirmed',
  reply: null,
  why: `The game said nothing, as it does of who is not there; ${nameOf(action)} is not in the game.`,
})

/** The game puts who is not there on its list all the same, and says nothing to it. Nobody can read that list. */
const isBannedAway = (action: GameAction): ActionOutcome => ({
  state: 'confirmed',
  reply: null,
  why: `The game gives no answer for players who are absent, and ${nameOf(action)} is not in the game; our own ban list enforces it.`,
})

const nameOf = ({ target }: GameAction) => target?.name || target?.id || 'nobody'

/** Whatever goes wrong with the reading says this about the action. */
async function told<T>(code: 'notSent' | 'lost', read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (error instanceof ActionError) throw error
    throw new ActionError(code, wordsOf(error), { cause: error })
  })
}

/** What is read after an action was sent, for its sake: a reply to something else may be the late one to it. */
async function toldAfter<T>({ onMismatch: outOfStep }: EvrimaActionsOptions, read: () => Promise<T>): Promise<T> {
  return told('lost', () =>
    read().catch((error: unknown) => {
      if (error instanceof LinkError && error.code === 'garbage') outOfStep()
      throw error
    }),
  )
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** How the game says that it has done it. Of the other commands nobody has written down what it says. */
const confirming: Readonly<Partial<Record<DeliveryKind, RegExp>>> = {
  kick: /was kicked/i,
  ban: /was kicked and banned|was banned/i,
  broadcast: /announcement sent/i,
  save: /game saved/i,
  wipeCorpses: /corpses? wiped/i,
}

/**
 * What a reply proves. `unclear`: it is cut, or nonsense, or says both, or something that nobody knows. Names and reasons are chosen
 * by people, so that what they say is no answer.
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
