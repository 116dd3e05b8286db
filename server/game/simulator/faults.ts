/** What can be made to go wrong. Logins are spared by what counts replies, so that a test hits the command it means. */
export interface Faults {
  /** Milliseconds before each reply begins. */
  delay: number
  /** Replies go out in pieces of so many bytes, with so many milliseconds in between. */
  segmentBytes: number
  segmentDelay: number
  /** Hears everything and answers nothing, as a frozen game does. */
  silence: boolean
  refusePassword: boolean
  /** So many of the next commands are done and answered by dropping the connection. */
  dropNext: number
  /** So many of the next commands are not done, and answered by dropping the connection. */
  unheardNext: number
  /** So many of the next commands are done and answered, and the connection dropped right after. */
  dropAfterNext: number
  /** So many of the next commands are answered with random bytes. */
  garbageNext: number
  /** So many of the next commands are done and not answered, as the game sometimes does with announcements. */
  muteNext: number
  /** So many of the next replies stop half-way. */
  halfNext: number
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection, and goes on listening. */
  drop(): void
}

export const noFaults = (): Omit<Faults, 'cut' | 'restore' | 'drop'> => ({
  delay: 0,
  segmentBytes: 1400,
  segmentDelay: 2,
  silence: false,
  refusePassword: false,
  dropNext: 0,
  unheardNext: 0,
  dropAfterNext: 0,
  garbageNext: 0,
  muteNext: 0,
  halfNext: 0,
})
