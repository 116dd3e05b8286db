/** How one direction of a connection is. */
export interface Weather {
  readonly delayMs: number
  /** Null: as fast as it goes. */
  readonly bytesPerSecond: number | null
  /**
   * 'held': nothing comes through, and all of it later, as when packets are lost and sent again. 'lost': what is sent never comes, and the
   * connection ends when the weather changes.
   */
  readonly passage: 'open' | 'held' | 'lost'
}

/** 'up' is from whoever connects, 'down' is towards them. */
export type Direction = 'up' | 'down'

export const calm: Weather = { delayMs: 0, bytesPerSecond: null, passage: 'open' }
