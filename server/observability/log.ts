import pino, { type DestinationStream } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../config.ts'
import { createBlotOut } from '../security/blotOut.ts'
import { errorForLog } from '../security/errorForLog.ts'

const secrets = ['password', 'secret', 'token', 'cookie', 'authorization', 'ownerKey', 'steamId', 'discordId']
const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

type Logged = Pick<Config, 'logLevel'> &
  Partial<Pick<Config, 'evrima' | 'actionLinks' | 'discord' | 'steam' | 'passwords' | 'redis'>>

/**
 * One line an event: of JSON for programs, or readable at a terminal.
 * What could hold a secret is never logged, and is blotted out if it is all the same.
 */
export const createLog = (config: Logged, destination: DestinationStream = whereItGoes()) =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: paths,
      serializers: { err: errorForLog, error: errorForLog },
      hooks: { streamWrite: createBlotOut(secretsOf(config)) },
    },
    destination,
  )
export type Log = ReturnType<typeof createLog>

const whereItGoes = () =>
  process.stdout.isTTY
    ? pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'epoch' })
    : pino.destination({ sync: true })

const secretsOf = ({ evrima, actionLinks, discord, steam, passwords, redis }: Logged) =>
  [
    evrima?.password,
    actionLinks?.source?.password,
    actionLinks?.bridge?.token,
    discord?.clientSecret,
    steam?.apiKey,
    redis && passwordIn(redis.url),
    ...Object.values(passwords ?? {}),
  ].filter((secret) => typeof secret === 'string')

const passwordIn = (url: string) => decodeURIComponent(URL.parse(url)?.password ?? '') || null
