import pino, { type DestinationStream } from 'pino'
import type { Config } from '../config.ts'

const secretFields = ['password', 'secret', 'token', 'cookie', 'authorization', 'ownerKey', 'steamId', 'discordId']
const redactedPaths = secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

type LogConfig = Pick<Config, 'logLevel'> & Partial<Pick<Config, 'secrets'>>

/** One line per event: JSON for programs, or readable text on a terminal. Secrets are not logged; redaction is the last safeguard. */
export const createLog = (config: LogConfig, destination: DestinationStream = standardOutput()) =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: redactedPaths,
      serializers: { err: errorForLog, error: errorForLog },
      hooks: { streamWrite: createRedactor(config.secrets ?? []) },
    },
    destination,
  )
export type Log = ReturnType<typeof createLog>

const pretty = process.stdout.isTTY ? (await import('pino-pretty')).default : null

const standardOutput = () =>
  pretty ? pretty({ sync: true, translateTime: 'SYS:HH:MM:ss', ignore: 'epoch' }) : pino.destination({ sync: true })

/** Shorter secrets are not redacted: they would match ordinary text. */
const minSecretLength = 6

/** Secrets recognized by their form, with their replacement; the first group, if any, is kept. */
const secretForms: readonly (readonly [RegExp, string])[] = [
  [/((?:__Host-)?waterhole_\w+=)[^;\s"\\]+/g, '$1[hidden]'],
  [/\b(Bearer |Basic )[\w.~+/=-]+/gi, '$1[hidden]'],
  [/([?&](?:code|state|key|token|access_token|client_secret|openid[.\w]*)=)[^&\s"\\]+/g, '$1[hidden]'],
  [/\bscrypt\$[\w$-]+/g, '[hidden]'],
  [/\bwht_[\w-]+/g, '[hidden]'],
  // 256 bits in base64url: session tokens and their hashes. Not the fingerprint of an SSH key, which owners compare.
  [/(?<![\w-]|SHA256:)(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])/g, '[hidden]'],
  // Ids at Steam and Discord.
  [/(?<![\w.-])\d{17,20}(?![\w.-])/g, '[id]'],
]

/**
 * Replaces secrets of the configuration in a log line, in any encoding in which they may occur, and everything that looks like
 * a cookie, a token, a sign-in code or a user's id at a provider.
 */
function createRedactor(secrets: readonly string[]) {
  const encodings = secrets.filter((secret) => secret.length >= minSecretLength).flatMap(encodingsOf)
  const longestFirst = new Set(encodings.toSorted((one, other) => other.length - one.length))
  return (line: string) => {
    let redacted = line
    for (const encoding of longestFirst) redacted = redacted.replaceAll(encoding, '[hidden]')
    for (const [form, replacement] of secretForms) redacted = redacted.replaceAll(form, replacement)
    return redacted
  }
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const encodingsOf = (secret: string) => [
  secret,
  inJson(secret),
  inJson(inJson(secret)),
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
]

const maxCauseDepth = 3

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggedError
}

/** The standard fields of an error. Its other properties are left out: libraries attach requests, with their cookies. */
function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'a value other than an error was thrown', stack: '' }
  const { name, message, stack = '', cause, code } = error as Error & { code?: unknown }
  return {
    type: name,
    message,
    stack,
    ...(typeof code === 'string' && { code }),
    ...(cause instanceof Error && depth < maxCauseDepth && { cause: errorForLog(cause, depth + 1) }),
  }
}
