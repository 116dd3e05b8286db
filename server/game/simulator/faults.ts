/** Faults of the simulated RCON. Counted faults do not apply to logins. */
export interface Faults {
  /** Ms before each reply begins. */
  delay: number
  /** Sends replies in parts of this many bytes, with this many ms in between. */
  segmentBytes: number
  segmentDelay: number
  /** Receives everything and answers nothing. */
  silence: boolean
  refusePassword: boolean
  /** So many of the next commands are carried out; then the connection is dropped without a reply. */
  dropNext: number
  /** So many of the next commands are not carried out, and the connection is dropped. */
  unheardNext: number
  /** So many of the next commands are carried out and answered; then the connection is dropped. */
  dropAfterNext: number
  /** So many of the next commands are answered with random bytes. */
  garbageNext: number
  /** So many of the next commands are carried out without a reply, as the game sometimes does. */
  muteNext: number
  /** So many of the next replies stop half-way. */
  halfNext: number
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection and keeps listening. */
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
