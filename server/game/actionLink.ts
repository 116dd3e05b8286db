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
export type ActionErrorCode = 'notSent' | 'lost' | 'unsendable'
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
  readonly width: number
  can(kind: DeliveryKind): boolean
  /** Doing it twice does no harm: it may be sent again after a lost reply. */
  isHarmlessTwice(kind: DeliveryKind): boolean
  /** The command as it will be sent, without secrets. @throws ActionError unsendable */
  word(action: GameAction): string
  /** `perform` calls `leaving`, also where it waits for its turn first: while that was not called, nothing has left. */
  readonly tellsLeaving?: boolean
  /**
   * Sends it once. `leaving` is called right before the first byte leaves, and throws where it must not leave any more.
   * @throws ActionError and nothing else
   */
  perform(action: GameAction, leaving?: () => void): Promise<ActionOutcome>
  /**
   * After a lost reply, where the game can tell: whether it happened. Null where it cannot.
   * @throws ActionError notSent when it cannot be asked now
   */
  settle?(action: GameAction, sentAt: number): Promise<ActionOutcome | null>
  close(): Promise<void>
}
