/**
 * What befalls a command at a door. `dropUnheard`: the connection is dropped before it is done. `dropUnanswered`,
 * `dropHalfway`, `dropAnswered`: it is done, and the connection dropped before, in the middle of and after the reply.
 * `garbage`: done, and answered with nonsense. `silence`: done, and never answered. `frozen`: neither.
 */
export const troubles = [
  'dropUnheard',
  'dropUnanswered',
  'dropHalfway',
  'dropAnswered',
  'garbage',
  'silence',
  'frozen',
] as const
export type Trouble = (typeof troubles)[number]

export const isUnheard = (trouble: Trouble | null): boolean => trouble === 'dropUnheard' || trouble === 'frozen'

export interface DoorFaults {
  /** Milliseconds before each reply. */
  delay: number
  refusePassword: boolean
  /** What befalls the next commands, one after the other. */
  next: Trouble[]
  /** The part of all other commands, 0 to 1, that something befalls by chance. */
  share: number
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection, and goes on listening. */
  drop(): void
}
