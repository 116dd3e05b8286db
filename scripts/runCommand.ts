import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import { repositoryRoot } from './repositoryRoot.ts'

/** How a command ended. `exitCode` is null if it never started, was ended by a signal, or exceeded its limit. */
export type Ended = { readonly exitCode: number | null; readonly talk: string; readonly isLate: boolean }

type Options = {
  /** 'shown': straight to the screen. 'kept': nothing is shown; `talk` holds the output. */
  readonly output: 'shown' | 'kept'
  readonly limitMs?: number
  /** Beside the environment of this program. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Several commands may run at once: the first signal ends this program and must end them all. */
const running = new Set<ChildProcess>()

/** While the child runs, a signal to this program ends the child too. Returns a function that stops listening. */
function endTogether(child: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const end = (signal: (typeof signals)[number]) => {
    for (const one of running) one.kill('SIGTERM')
    process.exit(128 + constants.signals[signal])
  }
  running.add(child)
  for (const signal of signals) process.on(signal, end)
  return () => {
    running.delete(child)
    for (const signal of signals) process.off(signal, end)
  }
}

/** Runs a program in the repository's root and waits for its end. Never rejects: a program that cannot be started has failed. */
export function runCommand(
  command: string,
  args: readonly string[],
  { output, limitMs, environment }: Options,
): Promise<Ended> {
  const stream = output === 'shown' ? 'inherit' : 'pipe'
  const isForEyes = output === 'shown' && process.stdout.isTTY
  const env = { ...process.env, ...(!isForEyes && { NO_COLOR: '1' }), ...environment }
  const child = spawn(command, args, { cwd: repositoryRoot, env, stdio: ['ignore', stream, stream] })
  const stopListening = endTogether(child)
  let talk = ''
  let isLate = false
  const keep = (chunk: Buffer | string) => {
    talk += stripVTControlCharacters(chunk.toString()) // some programs print colours in spite of NO_COLOR
  }
  const stopLate = () => {
    isLate = true
    child.kill('SIGKILL')
  }
  const limit = limitMs === undefined ? undefined : setTimeout(stopLate, limitMs)
  return new Promise((resolve) => {
    const end = (exitCode: number | null) => {
      clearTimeout(limit)
      stopListening()
      resolve({ exitCode, talk, isLate })
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('close', end)
    child.on('error', (error) => {
      keep(`${command} could not be started: ${error.message}\n`)
      end(null)
    })
  })
}
