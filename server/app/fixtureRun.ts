import { type ChildProcess, type ExecFileException, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FixtureRun } from '../../shared/features/fixtures/fixtureEntry.ts'
import { FixtureRefusal } from '../../shared/features/fixtures/fixtureRefusal.ts'

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
