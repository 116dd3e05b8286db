import type { LinkName } from '../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import type { LinkState } from './link.ts'

/** The outcome of an action, judged by the game's reply. */
export interface ActionOutcome {
  /** `failed`: a question without an answer. It has no effect that would have to be found out. */
  readonly state: 'confirmed' | 'refused' | 'failed'
  /** The game's reply; null where it gave none, as it does for some commands. */
  readonly reply: string | null
  /** A sentence for users. */
  readonly why: string | null
  /** False where the game was already in the wanted state, so that there is nothing to undo. */
  readonly changed?: boolean
}

/**
 * Why an action has no outcome. `notSent`: nothing was sent, so it may be retried here or over another link. `lost`: it may have been
 * carried out. `unsendable`: this link can never send it.
 */
type ActionErrorCode = 'notSent' | 'lost' | 'unsendable'
export class ActionError extends Error {
  readonly code: ActionErrorCode
  constructor(code: ActionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ActionError'
    this.code = code
  }
}

/** A link that carries out actions in the game. */
export interface ActionLink {
  readonly name: LinkName
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  /** How many actions it runs at once. */
  readonly concurrency: number
  can(kind: DeliveryKind): boolean
  /** Whether the kind may be sent again after a lost reply. */
  isHarmlessTwice(kind: DeliveryKind): boolean
  /** The command as it will be sent, without secrets. @throws ActionError unsendable */
  commandText(action: GameAction): string
  /** Whether `perform` calls `leaving` before anything is sent, even after waiting for its turn. */
  readonly reportsDeparture?: boolean
  /**
   * Sends it once. `leaving` is called right before the first byte is sent, and throws where it must not be sent any more.
   * @throws ActionError and nothing else
   */
  perform(action: GameAction, leaving?: () => void): Promise<ActionOutcome>
  /**
   * Finds out after a lost reply whether the action happened; null where the game does not show that.
   * @throws ActionError notSent where the game cannot be asked now
   */
  findOutcome?(action: GameAction, sentAt: number): Promise<ActionOutcome | null>
  /**
   * Continues to watch for the outcome of an action that an earlier run of the hub sent, for as long as `perform` would have. Null: too late,
   * or this link does not watch for it.
   * @throws ActionError lost when it was not seen, with what was seen instead
   */
  watchOutcome?(action: GameAction, sentAt: number): Promise<ActionOutcome> | null
  /** A sentence for users on an action whose outcome takes longer than an attempt; null where none ever should. */
  whyUnanswered?(kind: DeliveryKind): string | null
  close(): Promise<void>
}

/**
 * Idempotent kinds. Not among them: a second kick removes a player who has returned, a second slay hits the next animal, and a second
 * message is read twice.
 */
const harmless: ReadonlySet<DeliveryKind> = new Set<DeliveryKind>([
  'heal',
  'ban',
  'unban',
  'save',
  'wipeCorpses',
  'whitelist',
  'toggle',
])

export const isHarmlessTwice = (kind: DeliveryKind): boolean => harmless.has(kind)

/** The same link, which sends nothing unless this node is the leader. Checked right before each first byte. */
export const whileLeading = (link: ActionLink, isLeading: () => boolean): ActionLink => {
  const checkLeading = () => {
    if (!isLeading()) throw new ActionError('notSent', 'this node does not lead any more')
  }
  return {
    ...link,
    async perform(action, leaving = () => {}) {
      checkLeading()
      return link.perform(action, () => {
        checkLeading()
        leaving()
      })
    },
  }
}
