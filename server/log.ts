import pino from 'pino'
import pretty from 'pino-pretty'
import type { Config } from './config.ts'

const secrets = ['password', 'token', 'cookie', 'headers.cookie', 'headers.authorization']

/**
 * One line an event: of JSON for programs, or readable at a terminal.
 * What could hold a secret is never logged, and is blotted out if it is all the same.
 */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [...secrets, ...secrets.map((path) => `*.${path}`)],
    },
    process.stdout.isTTY
      ? pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'epoch' })
      : pino.destination({ sync: true }),
  )
export type Log = ReturnType<typeof createLog>
