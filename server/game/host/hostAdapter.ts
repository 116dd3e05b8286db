import type { GameState, HostAdapterName, HostCapabilities } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'

/** What a host says of the game server. What it does not say is null. */
export interface HostSight {
  readonly state: GameState | null
  readonly uptimeMs: number | null
  readonly cpuPercent: number | null
  readonly memoryBytes: number | null
  readonly diskBytes: number | null
}

export const nothingSaid: HostSight = {
  state: null,
  uptimeMs: null,
  cpuPercent: null,
  memoryBytes: null,
  diskBytes: null,
}

/**
 * `notSent`: the host did not get it. `refused`: it answered that it does not do it. `lost`: it may do it. `denied`: it accepts neither the
 * key nor the password, and does nothing.
 */
type HostErrorCode = 'notSent' | 'refused' | 'lost' | 'denied'

/** `message` is a sentence for users without secrets: what is wrong, and how to mend it. */
export class HostError extends Error {
  readonly code: HostErrorCode
  constructor(code: HostErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'HostError'
    this.code = code
  }
}

/** What keeps a host from what it `can`: sentences for owners, without secrets. */
export interface HostLack {
  readonly says: string
  readonly mend: string
  /** Nothing works with it. */
  readonly isFatal: boolean
}

export type PowerAct = 'start' | 'restart' | 'shutdown'
export type BackupSight = 'none' | 'running' | 'done' | 'failed'

/**
 * What runs the game server. Every promise rejects with a `HostError` and with nothing else, and settles within a bounded time. Nothing is
 * sent twice. An answer says only that the host accepted: what came of it is seen by `read` and `backups.find`.
 */
export interface HostAdapter {
  readonly name: HostAdapterName
  /** Where it is, without secrets. */
  readonly place: string
  readonly can: HostCapabilities
  /** The request as staff read it, without secrets. */
  textOf(act: PowerAct | 'backup'): string
  read(): Promise<HostSight>
  /** What its user may not do, or what it needs and does not find, as far as it says. Changes nothing. */
  lacks(): Promise<readonly HostLack[]>
  power(act: PowerAct): Promise<void>
  /** Null where `can.console` is false. */
  readonly sendLine: ((line: string) => Promise<void>) | null
  /** Null where `can.backups` is `none`. `name` is one path segment and occurs once. */
  readonly backups: { begin(name: string): Promise<void>; find(name: string): Promise<BackupSight> } | null
  close(): Promise<void>
}

/**
 * The result of a call that may never answer. Its signal is aborted at the limit.
 * @param late the message of the error then
 */
export async function withinMs<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  late: string,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  let cancel = () => {}
  const limit = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ms, () => {
      reject(new HostError('lost', late))
      controller.abort()
    })
  })
  const work = act(controller.signal)
  work.catch(() => {})
  return Promise.race([work, limit]).finally(cancel)
}
