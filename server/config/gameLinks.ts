import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type DeliveryKind, deliveryKinds } from '../../shared/features/deliveries/kinds.ts'
import { templateProblem } from '../game/commandTemplates.ts'
import { BridgeUrl, hostBeside, Port } from './addresses.ts'
import { pathOf } from './paths.ts'

/** Delivery kinds which the game's own RCON supports. */
const evrimaKinds: readonly DeliveryKind[] = [
  'kick',
  'ban',
  'message',
  'broadcast',
  'save',
  'wipeCorpses',
  'whitelist',
  'toggle',
]

/** Environment variables of the links which carry out actions in the game. */
export const actionLinkVariables = {
  EVRIMA_WORDS: templatesOf(evrimaKinds).optional(),
  SOURCE_RCON_HOST: hostBeside('SOURCE_RCON_PORT').optional(),
  SOURCE_RCON_PORT: Port.default(27_015),
  SOURCE_RCON_PASSWORD: z
    .string()
    .regex(/^[^\0\r\n]+$/, 'a password of one line')
    .optional(),
  SOURCE_WORDS: templatesOf(deliveryKinds).optional(),
  BRIDGE_URL: BridgeUrl.optional(),
  BRIDGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'letters, digits and symbols that a header can hold, without spaces')
    .optional(),
  BRIDGE_WORDS: templatesOf(deliveryKinds).optional(),
}
const ActionLinkVariables = z.object(actionLinkVariables)
type GivenLinks = z.output<typeof ActionLinkVariables> & {
  readonly EVRIMA_HOST?: string | undefined
  readonly SIMULATOR_HOST?: string | undefined
}

/** Delivery kind → template of the command that is sent for it, for kinds that differ from the defaults. */
type Templates = z.output<ReturnType<typeof templatesOf>>

export interface ActionLinks {
  readonly evrimaTemplates: Templates
  readonly source: {
    readonly host: string
    readonly port: number
    readonly password: string
    readonly templates: Templates
  } | null
  readonly bridge: { readonly url: string; readonly token: string | null; readonly templates: Templates } | null
}

/** @param fail makes the error from its message */
export function actionLinksOf(given: GivenLinks, fail: (why: string) => Error): ActionLinks {
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
    evrimaTemplates: given.EVRIMA_WORDS ?? {},
    source:
      host && password ? { host, port: given.SOURCE_RCON_PORT, password, templates: given.SOURCE_WORDS ?? {} } : null,
    bridge: url ? { url, token: given.BRIDGE_TOKEN ?? null, templates: given.BRIDGE_WORDS ?? {} } : null,
  }
}

function missingIn({ SOURCE_RCON_HOST: host, SOURCE_RCON_PASSWORD: password, ...given }: GivenLinks): string | null {
  if (host && !password)
    return 'SOURCE_RCON_PASSWORD is missing: give the rcon_password of the server at SOURCE_RCON_HOST.'
  if (password && !host)
    return "SOURCE_RCON_HOST is missing: SOURCE_RCON_PASSWORD is set, so give that server's address too."
  if (given.BRIDGE_TOKEN && !given.BRIDGE_URL)
    return "BRIDGE_URL is missing: BRIDGE_TOKEN is set, so give the bridge's address too."
  return null
}

/** Environment variables of a simulator which runs in a process of its own and is read by several hubs. */
export const sharedSimulatorVariables = {
  SIMULATOR_HOST: hostBeside('SIMULATOR_PORT').optional(),
  SIMULATOR_PORT: Port.default(16_007),
  SIMULATOR_PASSWORD: z.string().min(1).optional(),
}
const SimulatorVariables = z.object(sharedSimulatorVariables)
type GivenSimulator = z.output<typeof SimulatorVariables> & { readonly EVRIMA_HOST?: string | undefined }

/** Address and password of the shared simulator; null: the hub starts its own when it needs one. */
export type SharedSimulator = { readonly host: string; readonly port: number; readonly password: string } | null

/** @param fail makes the error from its message */
export function sharedSimulatorOf(given: GivenSimulator, fail: (why: string) => Error): SharedSimulator {
  const { SIMULATOR_HOST: host, SIMULATOR_PORT: port, SIMULATOR_PASSWORD: password } = given
  if (!host && !password) return null
  if (given.EVRIMA_HOST)
    throw fail(
      `${host ? 'SIMULATOR_HOST' : 'SIMULATOR_PASSWORD'} and EVRIMA_HOST are both set, and a hub has one game server. Leave one of them out.`,
    )
  if (!host)
    throw fail('SIMULATOR_HOST is missing: SIMULATOR_PASSWORD is set, so give the address of the simulator too.')
  if (!password)
    throw fail(
      'SIMULATOR_PASSWORD is missing: give the password that npm run simulator was started with at SIMULATOR_HOST.',
    )
  return { host, port, password }
}

/** "host:port" or a host alone, with an IPv6 address in brackets. */
export const GameAddress = z
  .string()
  .regex(/^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/, 'host:port, such as play.example.org:16006')
  .transform((address, context) => {
    const [, host = '', given = '16006'] = /^(.*?)(?::(\d+))?$/.exec(address) ?? []
    const port = Port.safeParse(given)
    if (port.success) return { host, port: port.data }
    context.addIssue('host:port with a port from 1 to 65535, such as play.example.org:16006')
    return z.NEVER
  })

/** Command templates as JSON, or the path of a JSON file. Only the given delivery kinds are accepted. */
function templatesOf(kinds: readonly DeliveryKind[]) {
  return z.string().transform((given, context) => {
    const read = readTemplates(given)
    const problem = typeof read === 'string' ? read : problemIn(read, kinds)
    if (problem === null && typeof read !== 'string') return read
    context.addIssue(problem ?? form)
    return z.NEVER
  })
}

const TemplateTable = z.record(z.string(), z.string())
const form =
  'a JSON object of commands and their templates, such as {"slay": "kill {id}"}, or the path of a file that holds one'

/** @returns the table, or a sentence that says what is wrong */
function readTemplates(given: string): Readonly<Record<string, string>> | string {
  let text = given.trim()
  try {
    if (!text.startsWith('{')) text = readFileSync(pathOf(text), 'utf8')
  } catch {
    return `${form}; no file can be read there`
  }
  try {
    return TemplateTable.safeParse(JSON.parse(text)).data ?? form
  } catch {
    return `${form}; this is not JSON`
  }
}

function problemIn(table: Readonly<Record<string, string>>, kinds: readonly DeliveryKind[]): string | null {
  for (const [kind, template] of Object.entries(table)) {
    if (!kinds.some((known) => known === kind)) return `templates for ${kinds.join(', ')}; it has no command "${kind}"`
    const problem = templateProblem(template)
    if (problem) return `valid templates; the one for ${kind} holds ${problem}`
  }
  return null
}
