import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Role } from '../../shared/engine/permissions.ts'

/** The calls from the runner to a node process, with their inputs and answers. */
export interface NodeCalls {
  /** Starts a hub with this environment, on any free port. */
  start: { input: { readonly environment: Readonly<Record<string, string>> }; answer: { readonly port: number } }
  /** Opens a session and returns its cookie. */
  signIn: {
    input: { readonly account: string; readonly role: Role; readonly steamId: string | null }
    answer: string
  }
  /** Shifts the clock of the process. */
  shift: { input: { readonly ms: number }; answer: null }
  state: {
    input: null
    answer: {
      readonly role: 'leader' | 'follower'
      readonly isReady: boolean
      readonly seq: number
      readonly name: string
      /** The whole state, as JSON. */
      readonly text: string
    }
  }
  copies: {
    input: { readonly ids: readonly DocumentId[] }
    answer: readonly (readonly [DocumentId, { readonly version: number; readonly value: object }])[]
  }
  /** Stops the hub cleanly. The process stays for another hub. */
  stop: { input: null; answer: null }
}

type NodeCallName = keyof NodeCalls
export type NodeCall = {
  [D in NodeCallName]: { readonly number: number; readonly name: D; readonly input: NodeCalls[D]['input'] }
}[NodeCallName]
type NodeReply =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly error: string }

const program = join(import.meta.dirname, 'nodeProgram.ts')
const maxOutput = 200_000
/** Compiling takes half of a start, so the result is cached. */
const { NODE_COMPILE_CACHE: compiled = join(tmpdir(), 'waterhole-torture-compiled') } = process.env

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** Killed when the runner exits. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const spawnNode = () => {
  const { PATH = '', HOME = '' } = process.env
  // Makes the file size limit an error, like a full disk, instead of a signal that ends the process.
  const args = [
    '-c',
    `trap '' XFSZ; exec "$0" "$@"`,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    program,
  ]
  const child = spawn('sh', args, {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compiled },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  return child
}

/** Calls to one process, matched with their answers. */
function createCalls(child: ChildProcess) {
  const waiting = new Map<number, Waiting>()
  let count = 0
  const ready = new Promise<void>((resolve, reject) => {
    waiting.set(0, { resolve: () => resolve(), reject })
  })
  ready.catch(() => {})
  child.on('message', (reply: NodeReply) => {
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
    async call<D extends NodeCallName>(name: D, input: NodeCalls[D]['input']): Promise<NodeCalls[D]['answer']> {
      await ready
      if (!child.connected) throw new Error('The node has ended.')
      count += 1
      const number = count
      return new Promise<unknown>((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        child.send({ number, name, input })
      }) as Promise<NodeCalls[D]['answer']>
    },
  }
}

/** Starts a process that can run a node. */
export function startNodeProcess() {
  const child = spawnNode()
  const { ready, call, end } = createCalls(child)
  let output = ''
  let isDead = false
  let wasReady = false
  void ready.then(
    () => {
      wasReady = true
    },
    () => {},
  )
  const append = (chunk: Buffer) => {
    output = (output + chunk).slice(-maxOutput)
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', append)
  const died = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => {
      isDead = true
      running.delete(child)
      end(`The node has ended (${signal ?? code}).`)
      resolve(String(signal ?? code))
    }),
  )
  return {
    ready,
    call,
    died,
    pid: () => child.pid ?? 0,
    isDead: () => isDead,
    wasReady: () => wasReady,
    output: () => output,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await died
    },
  }
}
export type NodeProcess = ReturnType<typeof startNodeProcess>
