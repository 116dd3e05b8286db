import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'
import type { PanelAddress } from '../game/files/panelClient.ts'
import type { AmpAddress } from '../game/host/ampAdapter.ts'
import type { HostCommands } from '../game/host/commandsAdapter.ts'
import { AmpUrl } from './addresses.ts'
import type { GameFiles } from './gameFiles.ts'
import { pathOf } from './paths.ts'
import { Flag } from './values.ts'

const acts = ['start', 'restart', 'shutdown', 'status', 'backup'] as const
const form = `a JSON object of programs with their arguments, such as {"restart": ["docker", "restart", "theisle"]}, for ${acts.join(', ')}, or the path of a file that holds one`

/** Environment variables of what runs the game server, beside those of the panel. */
export const gameHostVariables = {
  HOST_AMP_URL: AmpUrl.optional(),
  HOST_AMP_USER: z.string().min(1).max(200).optional(),
  HOST_AMP_PASSWORD: z.string().min(1).max(1_000).optional(),
  HOST_COMMANDS: z.string().transform(readCommands).optional(),
  HOST_BACKUP_DIR: z.string().min(1).transform(pathOf).optional(),
  HOST_CONSOLE: Flag.default(false),
}
const GameHostVariables = z.object(gameHostVariables)
type Given = z.output<typeof GameHostVariables> & {
  readonly EVRIMA_HOST?: string | undefined
  readonly SIMULATOR_HOST?: string | undefined
}

/** What runs the game server. */
export interface GameHostConfig {
  /** Null: no host is connected. */
  readonly place:
    | { readonly kind: 'panel'; readonly panel: PanelAddress }
    | { readonly kind: 'amp'; readonly amp: AmpAddress }
    | {
        readonly kind: 'commands'
        readonly commands: HostCommands
        /** All that the programs get of the hub's environment. */
        readonly environment: Readonly<Record<string, string>>
        /** Absolute paths; null: the hub copies no saves. */
        readonly saved: { readonly from: string; readonly to: string } | null
      }
    | null
  /** Console lines that no command mod takes go to the host's console. */
  readonly sendsLines: boolean
}

/** Needed by systemctl, docker and the like. Nothing else is passed on, as the hub's environment holds its secrets. */
const passedOn = ['PATH', 'HOME', 'USER', 'LANG', 'XDG_RUNTIME_DIR', 'DOCKER_HOST', 'SYSTEMROOT'] as const

/**
 * @param environment of the hub's process
 * @param fail makes the error from its message
 */
export function gameHostOf(
  given: Given,
  { panel, log }: Pick<GameFiles, 'panel' | 'log'>,
  environment: NodeJS.ProcessEnv,
  fail: (why: string) => Error,
): GameHostConfig {
  const { HOST_AMP_URL: url, HOST_AMP_USER: user, HOST_AMP_PASSWORD: password, HOST_COMMANDS: commands } = given
  const problem = problemIn(given, panel)
  if (problem) throw fail(problem)
  const sendsLines = given.HOST_CONSOLE
  if (panel) return { place: { kind: 'panel', panel }, sendsLines }
  if (url && user && password) return { place: { kind: 'amp', amp: { url, user, password } }, sendsLines }
  if (!commands) return { place: null, sendsLines }
  const passed = passedOn.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  const saved = savedOf(given.HOST_BACKUP_DIR, log, fail)
  return { place: { kind: 'commands', commands, environment: Object.fromEntries(passed), saved }, sendsLines }
}

function problemIn(given: Given, panel: PanelAddress | null): string | null {
  const { HOST_AMP_URL: url, HOST_COMMANDS: commands, EVRIMA_HOST: game = given.SIMULATOR_HOST } = given
  const names = ['HOST_AMP_URL', 'HOST_AMP_USER', 'HOST_AMP_PASSWORD'] as const
  const [missing, present] = [names.filter((name) => !given[name]), names.filter((name) => given[name])]
  if (missing.length > 0 && present.length > 0)
    return `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing: ${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set, and AMP needs its address, a user and the password of that user.`
  const hosts = [panel && 'HOST_PANEL_URL', url && 'HOST_AMP_URL', commands && 'HOST_COMMANDS'].filter((name) => !!name)
  if (hosts.length > 1)
    return `${hosts.join(' and ')} are set, and a game server has one host. Leave ${hosts.length > 2 ? 'two' : 'one'} of them out.`
  if (hosts[0] && !game)
    return `${hosts[0]} is set and EVRIMA_HOST is not: players would be read from the simulator, and a real server restarted. Name the game server too.`
  if (given.HOST_BACKUP_DIR && !commands)
    return 'HOST_BACKUP_DIR is set and HOST_COMMANDS is not. The hub copies saves only for a game server on its own machine; a panel and AMP have backups of their own.'
  if (given.HOST_BACKUP_DIR && commands?.backup)
    return 'HOST_BACKUP_DIR is set, and HOST_COMMANDS has a backup too. Leave one of them out.'
  return null
}

/** The log is in `Saved/Logs`. */
function savedOf(to: string | undefined, log: GameFiles['log'], fail: (why: string) => Error) {
  if (!to) return null
  if (log?.place.kind !== 'local' || log.folder === '')
    throw fail(
      'HOST_BACKUP_DIR is set, and GAME_LOG shows no folder with saves on this machine. Set GAME_LOG to the path of TheIsle/Saved/Logs.',
    )
  const from = log.place.path
  const [inside, outside] = [relative(from, to), relative(to, from)]
  if (!inside.startsWith('..') || !outside.startsWith('..'))
    throw fail(
      `HOST_BACKUP_DIR is ${to}, and the saves are in ${from}: one holds the other. Choose a folder apart from it.`,
    )
  return { from, to }
}

const Commands = z.partialRecord(z.enum(acts), z.array(z.string().min(1)).min(1))

function readCommands(given: string, context: z.RefinementCtx): HostCommands {
  let text = given.trim()
  let problem = form
  try {
    problem = `${form}; no file can be read there`
    if (!text.startsWith('{')) text = readFileSync(pathOf(text), 'utf8')
    problem = `${form}; this is not JSON`
    const parsed = Commands.safeParse(JSON.parse(text))
    const unsound = parsed.success ? unsoundIn(parsed.data) : (parsed.error.issues[0]?.path.join('.') ?? '')
    if (parsed.success && unsound === null) return parsed.data
    problem = `${form}${unsound ? `; ${unsound} is not one` : ''}`
  } catch {}
  context.addIssue(problem)
  return z.NEVER
}

/** The first act whose list holds what no program can be given. */
const unsoundIn = (commands: HostCommands) =>
  acts.find((act) => commands[act]?.some((part) => part.includes('\0'))) ??
  (Object.keys(commands).length === 0 ? 'an empty object' : null)
