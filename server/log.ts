import pino from 'pino'
import type { Config } from './config.ts'

/** One line of JSON an event. What could hold a secret is never logged, and is blotted out if it is all the same. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino({
    level: logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: [
      'password',
      'token',
      'cookie',
      'headers.cookie',
      'headers.authorization',
      '*.password',
      '*.token',
      '*.cookie',
    ],
  })
export type Log = ReturnType<typeof createLog>
