import type { GivenAnswer } from '../deliveries/useDeliver.ts'

/** What every section of the desk tells of its calls: that one has left, and what the hub answered. */
export interface Calls {
  readonly onAsk: () => void
  readonly onAnswer: (answer: GivenAnswer) => void
}
