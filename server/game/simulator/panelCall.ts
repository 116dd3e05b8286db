/** Faults of the simulated hosting panel. */
export interface PanelFaults {
  /** Ms before each answer. */
  delay: number
  /** Accepts requests and answers nothing. */
  silence: boolean
  /** Does not know the key any more. */
  refuseKey: boolean
  /** Names of what the account of the key may do; null: all, as the owner of the server. Only reported, not enforced. */
  permissions: readonly string[] | null
  /** Answers changes, power signals and backups with success, and does nothing. */
  idle: boolean
  /** The statuses of the next answers, in order, as 502 and 429; what they ask is not done. */
  next: number[]
  /** Seconds that a 429 names. */
  retryAfter: number
  /** Answers ranges of downloads, as some web servers before Wings do and Wings does not. */
  ranges: boolean
  /** Ends downloads after half of their bytes. */
  halfDownloads: boolean
  /** Stops listening and drops every connection. */
  cut(): Promise<void>
  /** Listens again, on the same port. */
  restore(): Promise<void>
  /** Drops every connection and keeps listening. */
  drop(): void
}

export interface PanelCall {
  readonly method: string
  /** After the server's own, such as `/files/list`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Buffer
}
export interface PanelAnswer {
  readonly status: number
  readonly json?: unknown
}
