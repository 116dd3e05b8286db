import { type ChildProcess, spawn } from 'node:child_process'

/** None outlives this process, however it ends in order. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

interface ChildWish {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Told each line that it says. */
  onLine(line: string): void
}

/** A process of its own group: Ctrl+C is this one's to pass on, in order. */
export function startChild({ command, args, environment = {}, onLine }: ChildWish) {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  const { promise: ended, resolve } = Promise.withResolvers<number | null>()
  const end = (code: number | null) => {
    running.delete(child)
    resolve(code)
  }
  child.once('error', (error) => {
    onLine(error.message)
    end(null)
  })
  child.once('exit', end)
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  return {
    /** Resolves with the exit code; null when it was killed or could not be started. */
    ended,
    /** Orderly; at once when that takes too long. */
    async stop(withinMs: number) {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), withinMs)
      await ended
      clearTimeout(late)
    },
  }
}
