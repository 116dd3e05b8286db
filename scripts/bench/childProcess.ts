import { type ChildProcess, fork } from 'node:child_process'

/** The functions that a child process offers, by name. */
type ChildFunctions = Readonly<Record<string, (...values: never[]) => unknown>>

interface Call {
  readonly id: number
  readonly name: string
  readonly values: readonly unknown[]
}
interface CallResult {
  readonly id: number
  readonly answer: unknown
  readonly error?: string
}

/** In the child: answers the calls of the parent, and ends with it. */
export function answerParent(functions: ChildFunctions) {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, name, values }: Call) => {
    try {
      const answer = await (functions[name] as (...values: readonly unknown[]) => unknown)(...values)
      process.send?.({ id, answer } satisfies CallResult)
    } catch (error) {
      process.send?.({ id, answer: null, error: String(error) } satisfies CallResult)
    }
  })
}

/** In the parent: starts a process with its own CPU time and memory. */
export function startChild<A extends ChildFunctions>(file: URL) {
  const child: ChildProcess = fork(file, { execArgv: [...process.execArgv, '--expose-gc'] })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let calls = 0
  child.on('message', ({ id, answer, error }: CallResult) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(error))
    else resolve?.(answer)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`A process of the bench ended with ${code}.`))
  })
  return {
    ask<Name extends keyof A & string>(name: Name, ...values: Parameters<A[Name]>) {
      calls += 1
      const id = calls
      return new Promise<Awaited<ReturnType<A[Name]>>>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
        child.send({ id, name, values } satisfies Call)
      })
    },
    /** It ends by itself, so that `--cpu-prof` in NODE_OPTIONS still writes its profile. */
    end: () => void (child.connected && child.disconnect()),
    /** As a crash: it can do nothing more. */
    crash: () => void child.kill('SIGKILL'),
  }
}
