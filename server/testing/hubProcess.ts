import { spawn } from 'node:child_process'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

interface SpawnOptions {
  /** Of the user that runs it; only root may choose one. */
  readonly uid?: number | undefined
  /** How many files it may have open at once. */
  readonly files?: number
  /** Folder of the checkout whose hub it is; default: this one. Its client must be built. */
  readonly checkout?: string
}

/** Starts the hub in its own process with only this environment. */
export function spawnHub(
  environment: Record<string, string>,
  { uid, files, checkout = repository }: SpawnOptions = {},
) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '', NODE_OPTIONS = '' } = process.env
  const main = join(checkout, 'server/main.ts')
  const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, main]
  const [program, args] = files === undefined ? [process.execPath, [main]] : ['sh', limited]
  const hub = spawn(program, args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS, LOG_LEVEL: 'warn', DEMO_MARKET: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  let output = ''
  for (const stream of [hub.stdout, hub.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => hub.on('close', resolve))
  return {
    /** 0 where the process could not be started. */
    pid: hub.pid ?? 0,
    ended,
    output: () => output,
    kill: (signal: NodeJS.Signals = 'SIGTERM') => void hub.kill(signal),
    /** Resolves with the output once it matches, or when the process has ended. */
    async until(pattern: RegExp) {
      while (!pattern.test(output)) {
        const next = new Promise((resolve) => hub.stdout.once('data', resolve))
        if ((await Promise.race([next, ended.then(() => 'ended')])) === 'ended') break
      }
      return output
    },
  }
}
