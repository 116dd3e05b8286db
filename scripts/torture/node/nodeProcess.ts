import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DoorName, Doors, Reply } from './doors.ts'

const program = join(import.meta.dirname, 'program.ts')
const keptCharacters = 200_000
/** Half of a start is reading the program. */
const compiled = join(tmpdir(), 'waterhole-torture-compiled')

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** None outlives the run that started it. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const start = () => {
  const { PATH = '', HOME = '' } = process.env
  // A limit to the size of files is met as an error, as a full disk is, and does not end the process.
  const words = [
    '-c',
    `trap '' XFSZ; exec "$0" "$@"`,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    program,
  ]
  const child = spawn('sh', words, {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  return child
}

/** Asks of one process, each with its answer. */
function createLine(child: ChildProcess) {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  const ready = new Promise<void>((resolve, reject) => {
    waiting.set(0, { resolve: () => resolve(), reject })
  })
  ready.catch(() => {})
  child.on('message', (reply: Reply) => {
    const one = waiting.get(reply.number)
    waiting.delete(reply.number)
    if ('error' in reply) one?.reject(new Error(reply.error))
    else one?.resolve(reply.answer)
  })
  return {
    ready,
    end(why: string) {
      for (const { reject } of waiting.values()) reject(new Error(why))
    },
    async ask<D extends DoorName>(door: D, ask: Doors[D]['ask']): Promise<Doors[D]['answer']> {
      await ready
      if (!child.connected) throw new Error('The node has ended.')
      asked += 1
      const number = asked
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        child.send({ number, door, ask })
      }) as Promise<Doors[D]['answer']>
    },
  }
}

/** A process that can be a node, and what can be done to it. */
export function startNodeProcess() {
  const child = start()
  const { ready, ask, end } = createLine(child)
  let said = ''
  let isDead = false
  let wasReady = false
  void ready.then(
    () => {
      wasReady = true
    },
    () => {},
  )
  const hear = (chunk: Buffer) => {
    said = (said + chunk).slice(-keptCharacters)
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', hear)
  const died = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => {
      isDead = true
      running.delete(child)
      end(`The node has ended (${signal ?? code}).`)
      resolve(String(signal ?? code))
    }),
  )
  return {
    ...{ ready, ask, died },
    pid: () => child.pid ?? 0,
    isDead: () => isDead,
    wasReady: () => wasReady,
    said: () => said,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await died
    },
  }
}
export type NodeProcess = ReturnType<typeof startNodeProcess>
