import { z } from 'zod'
import type { DeliveryKind } from '../../shared/features/deliveries/kinds.ts'
import { BridgeUrl } from './bridgeUrl.ts'
import { Flag } from './flag.ts'
import { Port } from './port.ts'
import { Words } from './words.ts'

type Wording = z.output<ReturnType<typeof Words>>

/** What the game's own RCON can do. */
const evrimaKinds: readonly DeliveryKind[] = [
  ...(['kick', 'ban', 'message', 'broadcast', 'save', 'wipeCorpses', 'whitelist', 'toggle'] as const),
]

/** The variables of the ways to have something done in the game. */
export const actionLinkVariables = {
  RCON: Flag.default(true),
  EVRIMA_WORDS: Words(evrimaKinds).optional(),
  SOURCE_RCON_HOST: z.string().min(1).optional(),
  SOURCE_RCON_PORT: Port.default(27_015),
  SOURCE_RCON_PASSWORD: z
    .string()
    .regex(/^[^\0\r\n]+$/, 'a password of one line')
    .optional(),
  SOURCE_WORDS: Words().optional(),
  BRIDGE_URL: BridgeUrl.optional(),
  BRIDGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'letters, digits and signs without spaces, as a header can carry them')
    .optional(),
  BRIDGE_WORDS: Words().optional(),
}
const Variables = z.object(actionLinkVariables)
type Given = z.output<typeof Variables> & {
  readonly EVRIMA_HOST?: string | undefined
  readonly SIMULATOR_HOST?: string | undefined
}

export interface ActionLinks {
  /** False: commands are answered by a mock, and nothing is sent. */
  readonly isOn: boolean
  /** How the game's own RCON is worded, where that differs from ours. */
  readonly evrimaWords: Wording
  readonly source: {
    readonly host: string
    readonly port: number
    readonly password: string
    readonly words: Wording
  } | null
  readonly bridge: { readonly url: string; readonly token: string | null; readonly words: Wording } | null
}

/** @param fail makes the error of a sentence */
export function actionLinksOf(given: Given, fail: (why: string) => Error): ActionLinks {
  const {
    EVRIMA_HOST: game = given.SIMULATOR_HOST,
    SOURCE_RCON_HOST: host,
    SOURCE_RCON_PASSWORD: password,
    BRIDGE_URL: url,
  } = given
  const missing = missingIn(given)
  if (missing) throw fail(missing)
  const backup = host ? 'SOURCE_RCON_HOST' : url ? 'BRIDGE_URL' : null
  if (backup && !game)
    throw fail(
      `${backup} is set and EVRIMA_HOST is not: players would be read from the simulator, and commands for them sent to a real server. Name the game server too.`,
    )
  return {
    isOn: given.RCON,
    evrimaWords: given.EVRIMA_WORDS ?? {},
    source: host && password ? { host, port: given.SOURCE_RCON_PORT, password, words: given.SOURCE_WORDS ?? {} } : null,
    bridge: url ? { url, token: given.BRIDGE_TOKEN ?? null, words: given.BRIDGE_WORDS ?? {} } : null,
  }
}

function missingIn({ SOURCE_RCON_HOST: host, SOURCE_RCON_PASSWORD: password, ...given }: Given): string | null {
  if (host && !password)
    return 'SOURCE_RCON_PASSWORD is missing: give the rcon_password of the server at SOURCE_RCON_HOST.'
  if (password && !host)
    return 'SOURCE_RCON_HOST is missing: SOURCE_RCON_PASSWORD is set, so give that server’s address too.'
  if (given.BRIDGE_TOKEN && !given.BRIDGE_URL)
    return 'BRIDGE_URL is missing: BRIDGE_TOKEN is set, so give the bridge’s address too.'
  return null
}
