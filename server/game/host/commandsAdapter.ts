import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { GameState } from '../../../shared/features/gameHost/gameHost.ts'
import type { Clock } from '../../engine/clock.ts'
import {
  type BackupSight,
  type HostAdapter,
  HostError,
  type HostLack,
  type HostSight,
  nothingSaid,
  type PowerAct,
} from './hostAdapter.ts'
import { createSavedCopies, type SavedFolders } from './savedCopy.ts'

/** Argument lists by what they do. The first argument is the program. */
export type HostCommands = Readonly<Partial<Record<PowerAct | 'status' | 'backup', readonly string[]>>>

interface CommandsAdapterOptions {
  readonly commands: HostCommands
  /** The whole environment of the programs. */
  readonly environment: Readonly<Record<string, string>>
  /** Folders for backups made by the hub; null: only `commands.backup` makes them. */
  readonly saved: SavedFolders | null
  readonly clock: Clock
  /** Most ms that a program may run: for its state, for a power act, for a backup. */
  readonly limits?: Readonly<Record<'statusMs' | 'powerMs' | 'backupMs', number>>
}

const defaultLimits = { statusMs: 10_000, powerMs: 180_000, backupMs: 30 * 60_000 }

/** The game server on the hub's own machine, by fixed programs. No shell reads them, and nothing of a user gets into them. */
export function createCommandsAdapter(options: CommandsAdapterOptions): HostAdapter {
  const { commands, environment, saved, clock, limits = defaultLimits } = options
  const copies = saved && createSavedCopies(saved)
  // A folder is copied only while the game server is off, and without a status program nothing tells when it is.
  const makesBackups = commands.status !== undefined && (commands.backup !== undefined || copies !== null)
  const ended = new Map<string, BackupSight>()
  const run = (command: readonly string[], ms: number) => runProgram({ command, environment, clock, ms })

  const begin = async (name: string) => {
    if (ended.has(name)) throw new HostError('refused', 'This backup was begun before.')
    if (!commands.backup) return copies?.begin(name)
    ended.set(name, 'running')
    run(commands.backup, limits.backupMs).then(
      ({ code }) => ended.set(name, code === 0 ? 'done' : 'failed'),
      () => ended.set(name, 'failed'),
    )
  }
  return {
    name: 'commands',
    place: "programs on the hub's machine",
    can: {
      start: commands.start !== undefined,
      restart: commands.restart !== undefined,
      shutdown: commands.shutdown !== undefined,
      state: commands.status !== undefined,
      resources: false,
      console: false,
      files: false,
      backups: makesBackups ? 'whileStopped' : 'none',
    },
    textOf: (act) => (commands[act] ? lineOf(commands[act]) : `Copy ${saved?.from} to ${saved?.to}`),
    async read(): Promise<HostSight> {
      if (!commands.status) return nothingSaid
      return { ...nothingSaid, state: stateOf(await run(commands.status, limits.statusMs)) }
    },
    lacks: async () => {
      const found = await Promise.all(
        Object.entries(commands).map(async ([act, [program = '']]) => ({
          act,
          program,
          ...(await seek(program, environment)),
        })),
      )
      return found.flatMap(({ act, program, why }) => (why === null ? [] : [unusable(act, program, why)]))
    },
    async power(act) {
      const command = commands[act]
      if (!command) throw new HostError('refused', `HOST_COMMANDS has no ${act}.`)
      const { code, output } = await run(command, limits.powerMs)
      if (code !== 0)
        throw new HostError('lost', `${lineOf(command)} ended with code ${code}${output ? `: ${output}` : ''}.`)
    },
    sendLine: null,
    backups: makesBackups ? { begin, find: async (name) => ended.get(name) ?? copies?.find(name) ?? 'none' } : null,
    async close() {},
  }
}

const unusable = (act: string, program: string, why: string): HostLack => ({
  says: `HOST_COMMANDS names ${program} for ${act}: ${why}.`,
  mend: 'Give the whole path of a program that the user of the hub may run.',
  isFatal: true,
})

/** Looks for a program as the system does. @returns why it cannot be run; null if it can */
async function seek(program: string, { PATH = '', PATHEXT = '' }: Readonly<Record<string, string>>) {
  const folders = /[\\/]/.test(program) ? [''] : PATH.split(delimiter).filter((folder) => folder !== '')
  const endings = process.platform === 'win32' ? ['', ...(PATHEXT || '.EXE;.CMD;.BAT').split(';')] : ['']
  let why = folders[0] === '' ? 'there is no such file' : 'no such program is on the PATH of the hub'
  for (const path of folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending)))) {
    const file = await stat(path).catch(() => null)
    if (!file) continue
    const isRunnable = await access(path, constants.X_OK).then(
      () => file.isFile(),
      () => false,
    )
    if (isRunnable) return { why: null }
    why = file.isFile() ? `the user of the hub may not run ${path}` : `${path} is not a program`
  }
  return { why }
}

/** As it would be typed. Only shown, never run. */
const lineOf = (command: readonly string[]) =>
  command
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll(/\p{Cc}/gu, ' ')}'`))
    .join(' ')
    .slice(0, 300)

interface Ended {
  readonly code: number
  /** The beginning of what it wrote, in one line. */
  readonly output: string
}

/** What systemctl, docker and the service scripts of distributions answer. */
const stateWords: Readonly<Record<string, GameState>> = {
  active: 'running',
  running: 'running',
  true: 'running',
  up: 'running',
  online: 'running',
  activating: 'starting',
  starting: 'starting',
  restarting: 'starting',
  deactivating: 'stopping',
  stopping: 'stopping',
  removing: 'stopping',
  inactive: 'offline',
  failed: 'offline',
  dead: 'offline',
  exited: 'offline',
  created: 'offline',
  stopped: 'offline',
  false: 'offline',
  down: 'offline',
  offline: 'offline',
}

/** By its first word; otherwise by its exit code: 0 runs, 1 and 3 do not (LSB init scripts; pgrep). Anything else says nothing. */
export function stateOf({ code, output }: Ended): GameState | null {
  const [word = ''] = /^[a-z]+\b/.exec(output.toLowerCase()) ?? []
  const said = Object.hasOwn(stateWords, word) ? stateWords[word] : undefined
  if (said) return said
  if (code === 0) return 'running'
  return code === 1 || code === 3 ? 'offline' : null
}

interface Program {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly ms: number
}

const mostOutput = 400

/** Runs a program to its end. Output beyond its beginning is read and dropped, so that it never waits for a reader. */
function runProgram({ command: [program = '', ...args], environment, clock, ms }: Program): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: environment, shell: false, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const cancel = clock.after(ms, () => {
      child.kill('SIGKILL')
      reject(new HostError('lost', `${program} did not end within ${ms / 1_000} s and was stopped.`))
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(0, mostOutput)
      })
    child.once('error', ({ code }: NodeJS.ErrnoException) => {
      cancel()
      const why = code === 'ENOENT' ? 'there is no such program' : code === 'EACCES' ? 'the hub may not run it' : code
      reject(new HostError('refused', `${program} cannot be run: ${why}. Check HOST_COMMANDS.`))
    })
    child.once('close', (code, signal) => {
      cancel()
      const text = output.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
      if (code === null) reject(new HostError('lost', `${program} was ended by ${signal ?? 'a signal'}.`))
      else resolve({ code, output: text })
    })
  })
}
