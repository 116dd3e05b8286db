import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBareClient } from '../storage/redis/bareClient.ts'
import { freePort } from './freePort.ts'

/** The settings recommended in the README: written to disk before Redis answers, no snapshots. */
const recommended = { appendonly: 'yes', appendfsync: 'always', save: '' }

export interface RedisSettings {
  /** Settings of redis.conf over the recommended ones, as `{ maxmemory: '20mb' }`. */
  readonly config?: Readonly<Record<string, string>>
  /** Settings that may be repeated, as `['user', 'app', 'on', ...]`. */
  readonly lines?: readonly (readonly string[])[]
}

const startsWithinMs = 180_000

/** Killed when the tests end. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const argumentsFrom = (port: number, folder: string, { config = {}, lines = [] }: RedisSettings) => [
  ...Object.entries({ port: String(port), bind: '127.0.0.1', dir: folder, ...recommended, ...config }).flatMap(
    ([name, value]) => [`--${name}`, value],
  ),
  ...lines.flatMap(([name, ...values]) => [`--${name}`, ...values]),
]

const spawnRedis = (port: number, folder: string, settings: RedisSettings) => {
  const child = spawn('redis-server', argumentsFrom(port, folder, settings), { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const output: string[] = []
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running.delete(child)
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      output.push(`redis-server could not be started: ${error.message}. It must be installed for the tests.`)
      end()
    })
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  return { child, ended, output: () => output.join('') }
}

/** Whether Redis listens: any answer counts, even while loading or asking for a password. */
const answers = (port: number) =>
  redisCommand(port, ['PING']).then(
    () => true,
    (error: Error) => /^[A-Z]+ /.test(error.message),
  )

/** Repeats what Redis refuses while it loads: on a busy machine that takes a moment after each start. */
async function whenLoaded<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const until = performance.now() + startsWithinMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!String(error).includes('LOADING') || performance.now() > until) throw error
      await sleep(5)
    }
  }
}

async function startOn(port: number, folder: string, settings: RedisSettings) {
  const started = spawnRedis(port, folder, settings)
  let hasEnded = false
  void started.ended.then(() => {
    hasEnded = true
  })
  const until = performance.now() + startsWithinMs
  while (!hasEnded && performance.now() < until) {
    // Before it says this, another Redis may answer on the port, and this one is about to end.
    if (started.output().includes('Server initialized') && (await answers(port))) return started
    await sleep(20)
  }
  started.child.kill('SIGKILL')
  throw new Error(`Redis did not start on port ${port}:\n${started.output()}`)
}

/** Tries another port where another process has taken the port meanwhile. */
async function startSomewhere(folder: string, settings: RedisSettings) {
  for (let left = 4; ; left -= 1) {
    const port = await freePort()
    try {
      return { port, started: await startOn(port, folder, settings) }
    } catch (error) {
      if (left === 0 || !String(error).includes('Address already in use')) throw error
    }
  }
}

/**
 * Starts a real Redis with its own port and folder and the recommended settings. It keeps both when killed, stopped or restarted. Call
 * `remove` at the end.
 */
export async function startRedis(settings: RedisSettings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-redis-'))
  let { port, started } = await startSomewhere(folder, settings)

  const end = async (signal: NodeJS.Signals) => {
    started.child.kill('SIGCONT')
    started.child.kill(signal)
    await started.ended
  }
  // One at a time: two concurrent starts would leave a process behind.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const done = turn.then(act)
    turn = done.catch(() => {})
    return done
  }
  return {
    port,
    folder,
    url: `redis://127.0.0.1:${port}`,
    /** Its output so far. */
    output: () => started.output(),
    /** Stops it in order, with its data written. */
    stop: () => inTurn(() => end('SIGTERM')),
    /** A crash of the process: data handed to the system survives. */
    kill: () => inTurn(() => end('SIGKILL')),
    /** Suspends it until `resume`: it answers nothing and closes nothing. */
    pause: () => void started.child.kill('SIGSTOP'),
    resume: () => void started.child.kill('SIGCONT'),
    /** Starts it again over the same folder, with other settings if given. Kills it first if it runs. */
    restart: (other: RedisSettings = settings) =>
      inTurn(async () => {
        await end('SIGKILL')
        started = await startOn(port, folder, other)
      }),
    /** One command on its own connection, as soon as Redis has loaded its data. @throws the error of Redis */
    command: (...args: string[]) => whenLoaded(() => redisCommand(port, args)),
    /** CONFIG SET, as `set('maxmemory', '8mb')`. */
    set: async (name: string, value: string) =>
      void (await whenLoaded(() => redisCommand(port, ['CONFIG', 'SET', name, value]))),
    remove: () =>
      inTurn(async () => {
        await end('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      }),
  }
}
export type RedisProcess = Awaited<ReturnType<typeof startRedis>>

/** One command on its own connection. @throws the error of Redis or of the connection */
export async function redisCommand(port: number, args: readonly string[]): Promise<unknown> {
  const socket = { host: '127.0.0.1', port, reconnectStrategy: false, connectTimeout: 60_000 } as const
  const client = createBareClient({ socket })
  // The error is also thrown by connect or the command.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.sendCommand(args)
  } finally {
    client.destroy()
  }
}
