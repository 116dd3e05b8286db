import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { freePort } from './freePort.ts'

/** As the README asks for it: on the disk before Redis answers. No snapshots beside the log. */
const asRecommended = { appendonly: 'yes', appendfsync: 'always', save: '' }

export interface RedisSettings {
  /** Lines of redis.conf, as `{ maxmemory: '20mb' }`; over the recommended ones. */
  readonly config?: Readonly<Record<string, string>>
  /** Lines that may stand several times, as `['user', 'app', 'on', ...]`. */
  readonly lines?: readonly (readonly string[])[]
}

const startsWithinMs = 20_000

/** None outlives the tests that started it. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const argumentsFrom = (port: number, folder: string, { config = {}, lines = [] }: RedisSettings) => [
  ...Object.entries({ port: String(port), bind: '127.0.0.1', dir: folder, ...asRecommended, ...config }).flatMap(
    ([name, value]) => [`--${name}`, value],
  ),
  ...lines.flatMap(([name, ...values]) => [`--${name}`, ...values]),
]

const spawnRedis = (port: number, folder: string, settings: RedisSettings) => {
  const child = spawn('redis-server', argumentsFrom(port, folder, settings), { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const said: string[] = []
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      running.delete(child)
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      said.push(`redis-server could not be started: ${error.message}. It must be installed for the tests.`)
      end()
    })
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(String(chunk)))
  return { child, ended, said: () => said.join('') }
}

/** Any answer at all is one of a Redis that listens: it may still be loading, or ask for a password. */
const answers = (port: number) =>
  redisCommand(port, ['PING']).then(
    () => true,
    (error: Error) => /^[A-Z]+ /.test(error.message),
  )

async function startOn(port: number, folder: string, settings: RedisSettings) {
  const started = spawnRedis(port, folder, settings)
  let hasEnded = false
  void started.ended.then(() => {
    hasEnded = true
  })
  const until = performance.now() + startsWithinMs
  while (!hasEnded && performance.now() < until) {
    if (await answers(port)) return started
    await sleep(20)
  }
  started.child.kill('SIGKILL')
  throw new Error(`Redis did not start on port ${port}:\n${started.said()}`)
}

/** Another process may take the port in between: then another one is tried. */
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
 * A real Redis of a test, on a port and in a folder of its own, with the recommended settings unless others are given. `remove` it
 * at the end. What is killed, stopped or restarted keeps its port and its folder.
 */
export async function startRedis(settings: RedisSettings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-redis-'))
  let { port, started } = await startSomewhere(folder, settings)

  const end = async (signal: NodeJS.Signals) => {
    started.child.kill('SIGCONT')
    started.child.kill(signal)
    await started.ended
  }
  // Two that were started at once would leave one behind, which nobody ends.
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
    /** Everything that it has said so far, as in its log. */
    said: () => started.said(),
    /** Orderly: writes what it keeps. */
    stop: () => inTurn(() => end('SIGTERM')),
    /** As a crash of the process: what was synced, or only handed to the system, is there afterwards. */
    kill: () => inTurn(() => end('SIGKILL')),
    /** Answers nothing and closes nothing, until `resume`. */
    pause: () => void started.child.kill('SIGSTOP'),
    resume: () => void started.child.kill('SIGCONT'),
    /** Stopped or killed before, or killed now. Over the same folder, with other settings if they are given. */
    restart: (other: RedisSettings = settings) =>
      inTurn(async () => {
        await end('SIGKILL')
        started = await startOn(port, folder, other)
      }),
    /** One command on a connection of its own, as redis-cli would. @throws what Redis answers */
    command: (...words: string[]) => redisCommand(port, words),
    /** CONFIG SET, as `set('maxmemory', '8mb')`. */
    set: async (name: string, value: string) => void (await redisCommand(port, ['CONFIG', 'SET', name, value])),
    remove: () =>
      inTurn(async () => {
        await end('SIGKILL')
        rmSync(folder, { recursive: true, force: true })
      }),
  }
}
export type RedisProcess = Awaited<ReturnType<typeof startRedis>>

/** One command on a connection of its own. @throws what Redis answers, or why it cannot be reached */
export async function redisCommand(port: number, words: readonly string[]): Promise<unknown> {
  const socket = { host: '127.0.0.1', port, reconnectStrategy: false, connectTimeout: 2_000 } as const
  const client = createClient({ socket, RESP: 2, maintNotifications: 'disabled', disableClientInfo: true })
  // The error is thrown from connect or by the command as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.sendCommand(words)
  } finally {
    client.destroy()
  }
}
