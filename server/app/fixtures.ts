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
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { createRedactor } from '../features/fixtures/redaction/redactor.ts'
import type { Vocabulary } from '../features/fixtures/redaction/vocabulary.ts'
import type { DownEvent } from '../gateway/encoding.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { TapListener } from '../gateway/tap.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'scripts/replay.ts')
/** A fixture of ten minutes takes a tenth of this. */
const patienceMs = 90_000
/** Seconds after which a run that nobody ends any more ends itself. */
const leash = 100
const mostOutput = 4 * 1024 * 1024

interface RunParts {
  /** What a run writes is in here, and goes with it: nothing else may be kept there. */
  readonly folder: string
  readonly limitMs?: number
}

/** Plays fixtures against a hub in a process of its own, one at a time: whatever it does, this hub goes on. */
export function createFixtureRun({ folder, limitMs = patienceMs }: RunParts) {
  const closing = new AbortController()
  let running: Promise<FixtureRun> | null = null

  const play = async (path: string) => {
    try {
      // A hub that was killed in the middle of a run has left it there.
      await clear(folder)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await outcome(path, { folder, limitMs, signal: closing.signal })
    } finally {
      await clear(folder)
    }
  }
  return {
    async run(path: string): Promise<FixtureRun> {
      if (running) throw new FixtureRefusal('busy', 'Another fixture is being played. Try again when it is over.')
      if (!existsSync(program))
        throw new FixtureRefusal('noProgram', 'This installation has no scripts folder, and so nothing to play with.')
      running = play(path)
      try {
        return await running
      } finally {
        running = null
      }
    },
    /** Ends a run that is under way; there is no other after it. Resolves when nothing of it is left. */
    async close() {
      closing.abort()
      await running?.catch(() => {})
    },
  }
}

const clear = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })

interface PlayParts extends Required<RunParts> {
  readonly signal: AbortSignal
}

async function outcome(path: string, { folder, limitMs, signal }: PlayParts): Promise<FixtureRun> {
  const args = [program, path, '--to', 'hub', '--json', '--leash', String(leash)]
  // Its standard input is closed when this hub is gone, however that comes about.
  const options = { cwd: root, env: { TMPDIR: folder, TEMP: folder, TMP: folder }, maxBuffer: mostOutput }
  const limits = { timeout: limitMs, signal, killSignal: 'SIGKILL' as const }
  const { promise, resolve } = Promise.withResolvers<Told>()
  const child = execFile(process.execPath, args, { ...options, ...limits }, (error, stdout, stderr) =>
    resolve({ error, stdout, stderr }),
  )
  const [told] = await Promise.all([promise, endOf(child)])
  const { data: run } = FixtureRun.safeParse(read(told.stdout))
  if (run) return run
  throw new FixtureRefusal('broke', `The fixture could not be played: ${reasonOf(told, limitMs, signal)}.`)
}

interface Told {
  readonly error: ExecFileException | null
  readonly stdout: string
  readonly stderr: string
}

/** It may be told of before it has ended. */
const endOf = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve))

function reasonOf({ error, stderr }: Told, limitMs: number, { aborted }: AbortSignal): string {
  if (aborted) return 'the hub is closing'
  if (error?.killed) return `it took longer than ${limitMs / 1_000} s`
  return stderr.trim().split('\n').at(-1) || 'nothing was said'
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

interface LiveTapParts {
  readonly hub: Pick<Hub, 'execute' | 'epoch'>
  readonly gateway: Pick<Gateway, 'tap'>
  readonly config: Pick<Config, 'simulator' | 'evrima' | 'positionsEveryMs'>
  readonly clock: Clock
  readonly onFault: (what: string, error: unknown) => void
  /** Gathered when the first tap begins. */
  vocabulary(): Vocabulary
}

/** How somebody with the right to it listens to all sockets; what they are told has been redacted before it leaves. */
export function createLiveTap(parts: LiveTapParts) {
  const { hub, gateway, clock, onFault } = parts

  return async (principal: Principal, keepsNames: boolean, write: (line: object) => void): Promise<() => void> => {
    const redactor = createRedactor(parts.vocabulary(), keepsNames)
    const startedAt = clock.now()
    let messages = 0
    const note = (event: 'tapBegan' | 'tapEnded') =>
      hub.execute('tap', recordTap.name, {
        account: principal.id as PlayerId,
        name: principal.name,
        event,
        keepsNames,
        messages,
      })
    // Who listens is written down before they hear anything.
    await note('tapBegan')
    write(headerOf(parts, startedAt, redactor.redactions))
    const stop = gateway.tap(
      listenerOf((message) => {
        messages++
        const t = Math.max(0, clock.now() - startedAt)
        write(redactor.redact({ t, ...message } as FixtureMessage))
      }),
    )
    return () => {
      stop()
      note('tapEnded').catch((error: unknown) => onFault(recordTap.name, error))
    }
  }
}

const headerOf = ({ hub, config }: LiveTapParts, startedAt: number, redactions: readonly string[]): FixtureHeader => {
  const { simulator, positionsEveryMs } = config
  const isOurs = config.evrima === null
  return {
    ...{ fixture: fixtureVersion, protocol: protocolVersion, epoch: hub.epoch, clock: 'real', startedAt },
    seed: isOurs ? simulator.seed : null,
    redactions: [...redactions],
    about: 'Everything that went over the sockets of a running hub.',
    simulator: isOurs ? { players: simulator.players, positionsEveryMs } : null,
  }
}

type Note = (message: Omit<FixtureMessage, 't'>) => void

/** The tap's words as lines. What was no message of the protocol is not a line: nobody could play it. */
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
      for (const event of events) note({ dir: 'down', socket, ...lineOf(event) })
    },
    closed: (socket) => note({ dir: 'down', socket, event: 'closed', payload: {} }),
  }
}

const lineOf = ([event, payload, frame]: DownEvent) =>
  event === 'positions'
    ? { event, payload: { stream: payload, frame: { base64: toBase64(frame) } } }
    : { event, payload }

/** Which of several accounts of a role, in the order of their coming. */
function createNumbers() {
  const known = new Map<Role | null, string[]>()
  return (role: Role | null, id: string | null) => {
    const accounts = known.get(role) ?? []
    known.set(role, accounts)
    if (id !== null && !accounts.includes(id)) accounts.push(id)
    return Math.max(1, accounts.indexOf(id ?? '') + 1)
  }
}
