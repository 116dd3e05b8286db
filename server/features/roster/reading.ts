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

/** One of those whom a reading is told. */
export interface ReadingSink {
  /** Writes down what is to be written down of it: all sinks order at once, so that all leaves in one write. */
  take?(reading: Reading): Promise<unknown>
  /** Sends places, when what was ordered has been published: in the same turn, and so in the same write. */
  send?(reading: Reading): void
}
