/** A command on its way to the mod. */
export interface Offered {
  readonly id: string
  /** Without its end. */
  readonly line: string
  /** Called right before its first byte leaves; throws where it must not leave any more. */
  leaving(): void
  /** The mod has it, or may have it: from now on it may be carried out. */
  taken(): void
  /** It has not left and will not. */
  notSent(error: unknown): void
}

export interface TransportEvents {
  /** A line of results. Half, foreign and repeated lines too. */
  answered(line: string): void
  /** The mod was there. */
  seen(): void
  /** What is between hub and mod fails: a sentence for users, or null when it works again. */
  failed(why: string | null): void
}

/** Brings lines to the mod and its answers back: through files, or HTTP that the mod pulls. */
export interface Transport {
  /** For messages and logs. */
  readonly name: string
  /** Interval of `ping` while nothing else shows that the mod runs. */
  readonly pingMs: number
  offer(command: Offered): void
  /** Takes a command back. @returns true: it will never be carried out; false: it may be */
  withdraw(id: string): Promise<boolean>
  /** Whether answers are expected. Without one, nothing is read. */
  expect(isExpecting: boolean): void
  /** Withdraws what the mod has not taken. */
  close(): Promise<void>
}

export type OpenTransport = (events: TransportEvents) => Transport
