import type { LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'

export interface Outcome {
  readonly state: 'confirmed' | 'refused' | 'failed'
  readonly reply: string | null
  readonly why: string | null
  /** False where the game was already in the wanted state. */
  readonly changed?: boolean
}

/** The part of a link that the worker uses. `server/game/actionLink.ts` describes each member. */
export interface DeliveryLink {
  readonly name: LinkName
  state(): { readonly name: 'connecting' | 'up' | 'refused' | 'down' }
  onState(listener: () => void): () => void
  readonly concurrency: number
  can(kind: DeliveryKind): boolean
  isHarmlessTwice(kind: DeliveryKind): boolean
  commandText(action: GameAction): string
  readonly reportsDeparture?: boolean
  perform(action: GameAction, leaving?: () => void): Promise<Outcome>
  findOutcome?(action: GameAction, sentAt: number): Promise<Outcome | null>
  watchOutcome?(action: GameAction, sentAt: number): Promise<Outcome> | null
  whyUnanswered?(kind: DeliveryKind): string | null
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)
/** Nothing was sent. */
export const isNotSent = (error: unknown) => codeOf(error) === 'notSent'
/** This link can never send it. */
export const isUnsendable = (error: unknown) => codeOf(error) === 'unsendable'
export const isLost = (error: unknown) => codeOf(error) === 'lost'
