import type { Config } from '../config.ts'
import type { Log } from '../observability/log.ts'
import { type App, startApp } from './app.ts'
import { restoreIfAsked } from './restoring.ts'

interface RunOptions {
  /** Called when the app could not be started again: the process has no use then. */
  readonly onEnd?: (error: unknown) => void
  /** Called with the app at each start. Returns the way to stop what it began. */
  readonly onStart?: (app: App) => () => void
}

/**
 * Runs the app until it is closed. When an owner has a backup restored, the app is closed in order, the data are replaced, and it is started
 * again in the same process, so that no supervisor is needed; a process that ends in between continues at its next start.
 * @throws ConfigError, DamagedStore, StoreInUse, or the error of the port
 */
export async function runApp(
  config: Config,
  log: Log,
  { onEnd = endProcess, onStart = () => () => {} }: RunOptions = {},
) {
  let app: App
  let stopStarted = () => {}
  let work: Promise<void> = Promise.resolve()
  let [isOpen, isClosed] = [false, false]

  const start = async () => {
    await restoreIfAsked(config, (text) => log.warn(text))
    app = await startApp(config, log, undefined, { startAgain })
    isOpen = true
    stopStarted = onStart(app)
  }
  const inOrder = (act: () => Promise<void>) => {
    const done = work.then(act)
    work = done.catch(() => {})
    return done
  }
  const stop = async () => {
    if (!isOpen) return
    isOpen = false
    stopStarted()
    await app.close()
  }
  const again = async () => {
    if (isClosed) return
    log.warn('The hub stops, and starts again on the backup that is to be restored.')
    await stop()
    if (!isClosed) await start()
  }
  function startAgain() {
    // The command that asks for it is answered first.
    setImmediate(() => void inOrder(again).catch(onEnd))
  }

  await start()
  return {
    app: () => app,
    async close() {
      isClosed = true
      await inOrder(stop)
    },
  }
}

function endProcess(error: unknown) {
  console.error("The hub can't start again.", error)
  process.exit(1)
}
