import type { RosterEntry } from '../../../shared/features/roster/roster.ts'

/** An animal as it was read: what staff see of it, and where it stands in whole map units. */
export type ReadAnimal = NonNullable<RosterEntry['animal']> & { readonly x: number; readonly y: number }

export interface ReadPlayer {
  /** SteamID64. */
  readonly id: string
  readonly name: string
  /** Null while the player is choosing a class. */
  readonly animal: ReadAnimal | null
}

/** What one question to the game has shown of everyone on the server: the source of all that is told of them. */
export interface Reading {
  /** Epoch ms. */
  readonly at: number
  /** How long until the next one is due, ms. */
  readonly everyMs: number
  readonly players: readonly ReadPlayer[]
}

/** Takes what was read, at once; what it has to write down is done when it resolves. */
export type ReadingSink = (reading: Reading) => Promise<void> | void
