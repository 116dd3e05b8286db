import { type ChildProcess, type ExecFileException, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlayerId } from '../../shared/engine/ids.ts'
import type { Role } from '../../shared/engine/permissions.ts'
import { toBase64 } from '../../shared/features/fixtures/base64.ts'
import { recordTap } from '../../shared/features/fixtures/commands.ts'
import {
  type FixtureHeader,
  type FixtureMessage,
  FixtureRun,
  fixtureVersion,
  upEvents,
} from '../../shared/features/fixtures/fixture.ts'
import { FixtureRefusal } from '../../shared/features/fixtures/fixtureErrors.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Config } from '../config.ts'
import { type Clock, systemClock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createRedactor } from '../features/fixtures/redaction/redactor.ts'
import type { Vocabulary } from '../features/fixtures/redaction/vocabulary.ts'
import type { DownEvent } from '../gateway/encoding.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { TapListener } from '../gateway/tap.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'scripts/replay.ts')
/** A fixture of ten minutes takes a tenth of this. */
const runLimitMs = 90_000
/** A run whose hub is gone ends itself after this many seconds. */
const ownLimitSeconds = 100
const mostOutputBytes = 4 * 1024 * 1024

interface FixtureRunDeps {
  /** For the files of a run; removed with all its content after each. */
  readonly folder: string
  readonly clock?: Clock
}

/** Plays fixtures against a hub in a separate process, one at a time, so that no fixture can harm this hub. */
export function createFixtureRun({ folder, clock = systemClock }: FixtureRunDeps) {
  const closing = new AbortController()
  let running: Promise<FixtureRun> | null = null

  const play = async (path: string) => {
    try {
      // Left behind by a hub that was killed during a run.
      await clear(folder)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await outcome(path, { folder, clock, signal: closing.signal })
    } finally {
      await clear(folder)
    }
  }
  return {
    async run(path: string): Promise<FixtureRun> {
      if (running) throw new FixtureRefusal('busy', 'Another fixture is being played. Try again when it has finished.')
      if (!existsSync(program))
        throw new FixtureRefusal('noProgram', "This installation has no scripts folder, so it can't play fixtures.")
      running = play(path)
      try {
        return await running
      } finally {
        running = null
      }
    },
    /** Ends a run under way and allows no other. Resolves when its files are removed. */
    async close() {
      closing.abort()
      await running?.catch(() => {})
    },
  }
}

const clear = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })

interface PlayDeps extends Required<FixtureRunDeps> {
  readonly signal: AbortSignal
}

async function outcome(path: string, { folder, clock, signal }: PlayDeps): Promise<FixtureRun> {
  const args = [program, path, '--to', 'hub', '--json', '--leash', String(ownLimitSeconds)]
  // Its standard input closes when this hub is gone for any reason.
  const options = { cwd: root, env: { TMPDIR: folder, TEMP: folder, TMP: folder }, maxBuffer: mostOutputBytes }
  const limits = { signal, killSignal: 'SIGKILL' as const }
  const { promise, resolve } = Promise.withResolvers<Output>()
  const child = execFile(process.execPath, args, { ...options, ...limits }, (error, stdout, stderr) =>
    resolve({ error, stdout, stderr }),
  )
  const stopLimit = clock.after(runLimitMs, () => child.kill('SIGKILL'))
  const [output] = await Promise.all([promise, endOf(child)]).finally(stopLimit)
  const { data: run } = FixtureRun.safeParse(parseJson(output.stdout))
  if (run) return run
  // By another tester: the reason would name its place on this machine.
  if (!existsSync(path)) throw new FixtureRefusal('unknown', 'The fixture was removed before it was played.')
  throw new FixtureRefusal('broke', `The fixture could not be played: ${reasonOf(output, signal)}.`)
}

interface Output {
  readonly error: ExecFileException | null
  readonly stdout: string
  readonly stderr: string
}

/** The callback of execFile may be called before the process has ended. */
const endOf = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))

function reasonOf({ error, stderr }: Output, { aborted }: AbortSignal): string {
  if (aborted) return 'the hub is closing'
  if (error?.killed) return `it took longer than ${runLimitMs / 1_000} s`
  return stderr.trim().split('\n').at(-1)?.replace(/\.$/, '') || 'nothing was said'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface LiveTapDeps {
  readonly hub: Pick<Hub, 'execute' | 'epoch'>
  readonly gateway: Pick<Gateway, 'tap'>
  readonly config: Pick<Config, 'simulator' | 'evrima' | 'positionsEveryMs'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
  /** Collected when a tap begins. */
  vocabulary(): Vocabulary
}

/** Sends all socket traffic to a permitted user, redacted. Returns the function that begins a tap, which returns the way to stop. */
export function createLiveTap({ hub, gateway, config, clock, onFault, vocabulary }: LiveTapDeps) {
  return async (principal: Principal, keepsNames: boolean, write: (line: object) => void): Promise<() => void> => {
    const redactor = createRedactor(vocabulary(), keepsNames)
    const startedAt = clock.now()
    const beganAt = clock.monotonic()
    let messages = 0
    const note = (event: 'tapBegan' | 'tapEnded') =>
      hub.execute('tap', recordTap.name, {
        account: principal.id as PlayerId,
        name: principal.name,
        event,
        keepsNames,
        messages,
      })
    // The tap is in the audit before it sends anything.
    await note('tapBegan')
    write(headerOf({ hub, config }, startedAt, redactor.redactions))
    const stop = gateway.tap(
      listenerOf((message) => {
        messages++
        const t = Math.round(clock.monotonic() - beganAt)
        write(redactor.redact({ t, ...message } as FixtureMessage))
      }),
    )
    return () => {
      stop()
      note('tapEnded').catch((error: unknown) => onFault(recordTap.name, error))
    }
  }
}

const headerOf = (
  { hub, config }: Pick<LiveTapDeps, 'hub' | 'config'>,
  startedAt: number,
  redactions: readonly string[],
): FixtureHeader => {
  const { simulator, positionsEveryMs } = config
  const isOurs = config.evrima === null
  return {
    fixture: fixtureVersion,
    protocol: protocolVersion,
    epoch: hub.epoch,
    clock: 'real',
    startedAt,
    seed: isOurs ? simulator.seed : null,
    redactions: [...redactions],
    about: 'Everything that went over the sockets of a running hub.',
    simulator: isOurs ? { players: simulator.players, positionsEveryMs } : null,
  }
}

type Note = (message: Omit<FixtureMessage, 't'>) => void

/** The events of the tap as fixture messages. Malformed messages are left out, since they could not be played. */
function listenerOf(note: Note): TapListener {
  const numberOf = createNumbers()
  return {
    opened: (socket, { id, role }) =>
      note({ dir: 'up', socket, event: 'open', payload: { role, number: numberOf(role, id) } }),
    up(socket, event, message, call) {
      if (event !== 'command' && event !== 'query' && event !== 'watch' && event !== 'unwatch') return
      const { data: payload } = upEvents[event].safeParse(message)
      if (payload) note({ dir: 'up', socket, event, ...(call && { call }), payload })
    },
    answered(socket, event, answer, call) {
      note({ dir: 'down', socket, event: event === 'watch' ? 'watching' : 'answer', call, payload: answer })
    },
    down(socket, events) {
      for (const event of events) note({ dir: 'down', socket, ...messageOf(event) })
    },
    closed: (socket) => note({ dir: 'down', socket, event: 'closed', payload: {} }),
  }
}

const messageOf = ([event, payload, frame]: DownEvent) =>
  event === 'positions'
    ? { event, payload: { stream: payload, frame: { base64: toBase64(frame) } } }
    : { event, payload }

/** Numbers the accounts of each role from 1 in the order of their first message. */
function createNumbers() {
  const known = new Map<Role | null, string[]>()
  return (role: Role | null, id: string | null) => {
    const accounts = known.get(role) ?? []
    known.set(role, accounts)
    if (id !== null && !accounts.includes(id)) accounts.push(id)
    return Math.max(1, accounts.indexOf(id ?? '') + 1)
  }
}
