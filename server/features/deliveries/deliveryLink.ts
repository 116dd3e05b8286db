import type { LinkName } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'

export interface Outcome {
  readonly state: 'confirmed' | 'refused'
  readonly reply: string | null
  readonly why: string | null
  /** False where it was so already. */
  readonly changed?: boolean
}

/** What the worker wants of a link; `server/game/actionLink.ts` has it, and says what each promise means. */
export interface DeliveryLink {
  readonly name: LinkName
  state(): { readonly name: 'connecting' | 'up' | 'refused' | 'down' }
  onState(listener: () => void): () => void
  readonly width: number
  can(kind: DeliveryKind): boolean
  isHarmlessTwice(kind: DeliveryKind): boolean
  word(action: GameAction): string
  readonly tellsLeaving?: boolean
  perform(action: GameAction, leaving?: () => void): Promise<Outcome>
  settle?(action: GameAction, sentAt: number): Promise<Outcome | null>
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null)
/** Certainly nothing has left. */
export const isNotSent = (error: unknown) => codeOf(error) === 'notSent'
/** It does not fit this link, and never will. */
export const isUnsendable = (error: unknown) => codeOf(error) === 'unsendable'
export const isLost = (error: unknown) => codeOf(error) === 'lost'
