import type { LinkName } from '../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../shared/features/deliveries/kinds.ts'
import type { LinkState } from './link.ts'

/** What a link can say of an action that it has carried out, judged by the reply. */
export interface ActionOutcome {
  readonly state: 'confirmed' | 'refused'
  /** As the game said it; null where it said nothing, which some commands always do. */
  readonly reply: string | null
  /** A sentence for people. */
  readonly why: string | null
  /** False where it was so already: nothing was done that could be undone. */
  readonly changed?: boolean
}

/**
 * Why an action has no outcome. `notSent`: certainly nothing has left, and it may be tried again or elsewhere. `lost`: it
 * may have been carried out, and nobody can tell. `unsendable`: it does not fit this link, and never will.
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

/** A way to have something done in the game. */
export interface ActionLink {
  readonly name: LinkName
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  /** How many actions it takes at once: 1 is one line, where everything waits for everything. */
  readonly concurrency: number
  can(kind: DeliveryKind): boolean
  /** Doing it twice does no harm: it may be sent again after a lost reply. */
  isHarmlessTwice(kind: DeliveryKind): boolean
  /** The command as it will be sent, without secrets. @throws ActionError unsendable */
  commandText(action: GameAction): string
  /** `perform` calls `leaving`, also where it waits for its turn first: while that was not called, nothing has left. */
  readonly reportsDeparture?: boolean
  /**
   * Sends it once. `leaving` is called right before the first byte leaves, and throws where it must not leave any more.
   * @throws ActionError and nothing else
   */
  perform(action: GameAction, leaving?: () => void): Promise<ActionOutcome>
  /**
   * After a lost reply, where the game can tell: whether it happened. Null where it cannot.
   * @throws ActionError notSent when it cannot be asked now
   */
  findOutcome?(action: GameAction, sentAt: number): Promise<ActionOutcome | null>
  close(): Promise<void>
}

/**
 * What has one and the same end however often it is done. Not so: whoever comes back after a kick would be thrown out
 * again, the second slay hits the next animal, and a message said twice is read twice.
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

/** The same link, over which nothing leaves when another node may be deciding: looked at before each first byte. */
export const whileLeading = (link: ActionLink, isHeld: () => boolean): ActionLink => {
  const stay = () => {
    if (!isHeld()) throw new ActionError('notSent', 'this node decides no more')
  }
  return {
    ...link,
    async perform(action, leaving = () => {}) {
      stay()
      return link.perform(action, () => {
        stay()
        leaving()
      })
    },
  }
}
