import { type ChildProcess, fork } from 'node:child_process'

/** What a child process can be asked, by name. */
type Answers = Readonly<Record<string, (...told: never[]) => unknown>>

interface Asked {
  readonly id: number
  readonly name: string
  readonly told: readonly unknown[]
}
interface Answered {
  readonly id: number
  readonly answer: unknown
  readonly error?: string
}

/** In the child: answers what the parent asks, and ends with it. */
export function answerParent(answers: Answers) {
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ id, name, told }: Asked) => {
    try {
      const answer = await (answers[name] as (...told: readonly unknown[]) => unknown)(...told)
      process.send?.({ id, answer } satisfies Answered)
    } catch (error) {
      process.send?.({ id, answer: null, error: String(error) } satisfies Answered)
    }
  })
}

/** In the parent: a process of its own, so that its CPU time and memory are its own. */
export function startChild<A extends Answers>(file: URL) {
  const child: ChildProcess = fork(file, { execArgv: ['--expose-gc'] })
  const waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let asked = 0
  child.on('message', ({ id, answer, error }: Answered) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error) reject?.(new Error(error))
    else resolve?.(answer)
  })
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`A process of the bench ended with ${code}.`))
  })
  return {
    ask<Name extends keyof A & string>(name: Name, ...told: Parameters<A[Name]>) {
      asked += 1
      const id = asked
      return new Promise<Awaited<ReturnType<A[Name]>>>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
        child.send({ id, name, told } satisfies Asked)
      })
    },
    end: () => void child.kill(),
  }
}
