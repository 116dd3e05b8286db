import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

const LOOP =
  'process.on("disconnect", () => process.exit()); for (;;) { for (let i = 0; i < 1e8; i++); await new Promise(setImmediate) }'

/** Keeps every core of this machine busy, at least two, until `stop` is called or this program ends. */
export function startBusyLoops() {
  const loops: ChildProcess[] = Array.from({ length: Math.max(2, availableParallelism()) }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', LOOP], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return {
    count: loops.length,
    stop() {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}
