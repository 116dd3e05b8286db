import type { Clock } from '../clock.ts'
import type { Opcode } from '../evrima/opcodes.ts'
import type { Request } from './readFrames.ts'

export interface LoggedRequest {
  /** Counts up from 1 over all connections, in the order of arrival. */
  readonly number: number
  readonly at: number
  readonly command: Opcode | 'login' | 'unknown'
  /** Empty for a login: passwords are not kept. */
  readonly argument: string
  /** Whether the connection had logged in when this arrived; without that the game does nothing. */
  readonly isLoggedIn: boolean
}

export interface RequestLog {
  /** In order of arrival; the oldest are forgotten. */
  readonly entries: readonly LoggedRequest[]
  note(request: Request, isLoggedIn: boolean): void
}

const MOST = 50_000

export function createRequestLog(clock: Clock): RequestLog {
  const entries: LoggedRequest[] = []
  let number = 0
  return {
    entries,
    note(request, isLoggedIn) {
      const isCommand = request.type === 'command'
      const [command, argument] = isCommand ? [request.command, request.argument] : [request.type, '']
      entries.push({ number: ++number, at: clock.now(), command, argument, isLoggedIn })
      if (entries.length > MOST) entries.splice(0, MOST / 10)
    },
  }
}
