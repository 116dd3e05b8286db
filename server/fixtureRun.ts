import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FixtureRun } from '../shared/features/fixtures/fixtureEntry.ts'
import { FixtureRefusal } from '../shared/features/fixtures/fixtureRefusal.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'scripts/replay.ts')
/** A fixture of ten minutes takes a tenth of this. */
const patienceMs = 90_000
const mostOutput = 4 * 1024 * 1024

/** Plays fixtures against a hub in a process of its own, one at a time: whatever it does, this hub goes on. */
export function createFixtureRun() {
  let isRunning = false
  return async (path: string): Promise<FixtureRun> => {
    if (isRunning) throw new FixtureRefusal('busy', 'Another fixture is being played. Try again when it is over.')
    if (!existsSync(program))
      throw new FixtureRefusal('noProgram', 'This installation has no scripts folder, and so nothing to play with.')
    isRunning = true
    try {
      return await play(path)
    } finally {
      isRunning = false
    }
  }
}

function play(path: string): Promise<FixtureRun> {
  const options = { cwd: root, env: {}, timeout: patienceMs, maxBuffer: mostOutput, killSignal: 'SIGKILL' as const }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, path, '--to', 'hub', '--json'], options, (error, stdout, stderr) => {
      const { data: run } = FixtureRun.safeParse(read(stdout))
      if (run) return resolve(run)
      const why = error?.killed ? `it took longer than ${patienceMs / 1_000} s` : stderr.trim().split('\n').at(-1)
      reject(new FixtureRefusal('broke', `The fixture could not be played: ${why || 'nothing was said'}.`))
    })
  })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
