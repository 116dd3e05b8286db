import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../engine/clock.ts'
import type { Credentials } from '../../engine/credentials.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Admission } from './newcomer.ts'

export interface SignInParts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** Signs what browsers carry. */
  secret(): Buffer
  readonly isSecure: boolean
  readonly baseOf: (host: string | undefined) => string | null
  readonly admit: Admission
  readonly principalOf: (credentials: Credentials) => Principal
}
