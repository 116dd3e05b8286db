import type { App } from './app/app.ts'
import { keepDemoEvents } from './app/demoEvents.ts'
import { stockDemoMarket } from './app/demoMarket.ts'
import { runApp } from './app/runApp.ts'
import { UnusableSecret } from './auth/signIn/secret.ts'
import { ConfigError } from './config/configError.ts'
import { envFileWarnings } from './config/envFile.ts'
import { type Config, readConfig } from './config.ts'
import { systemClock } from './engine/clock.ts'
import { DamagedStore, NotWritten, StoreInUse } from './engine/storage.ts'
import { createLog, type Log } from './observability/log.ts'

/** Errors that the owner can fix are printed as one sentence without a stack. */
function stopWith(error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code
  const isOwnersError = [ConfigError, DamagedStore, NotWritten, StoreInUse, UnusableSecret].some(
    (kind) => error instanceof kind,
  )
  if (isOwnersError) console.error(`The hub can't start.\n${(error as Error).message}`)
  else if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') console.error(hostMessage(error))
  else if (code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL') console.error(portMessage(error))
  else console.error("The hub can't start: internal error.", error)
  process.exit(1)
}

/** Before the hub is open only HOST is looked up. */
const hostMessage = (error: unknown) =>
  `The hub can't start: HOST holds "${(error as { hostname?: string }).hostname}", which is not a known name. Set HOST to an address of this machine, such as 127.0.0.1.`

/** Everything acknowledged is on the disk anyway: the next start reads the journal to its end. */
function stopFailed(error: unknown): never {
  console.error('The hub did not stop cleanly. Nothing that it confirmed is lost.', error)
  process.exit(1)
}

function portMessage(error: unknown) {
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  const wrong = {
    EADDRINUSE: `port ${port} on ${address} is taken by another program. Stop that, or set PORT to another.`,
    EACCES: `port ${port} can't be used without administrator permissions. Set PORT to one above 1024.`,
    EADDRNOTAVAIL: `this machine has no address ${address}. Set HOST to one that it has, such as 127.0.0.1.`,
  }[String(code)]
  return `The hub can't start: ${wrong}`
}

/** A terminal and a service manager may both forward one key press: only a later signal is a second one. */
const samePressMs = 1_000

/** Orderly on the first signal, at once on the second. */
function stopOnSignals(hub: { close(): Promise<void> }) {
  let stoppingSince: number | null = null
  const stop = (signal: string) => {
    if (stoppingSince !== null && performance.now() - stoppingSince > samePressMs) process.exit(1)
    if (stoppingSince !== null) return
    stoppingSince = performance.now()
    console.log(`${signal}: stopping …`)
    hub.close().then(() => process.exit(0), stopFailed)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/** Positions and command ids hold milliseconds since 1970. @throws ConfigError */
function checkClock() {
  const now = Date.now()
  if (now >= 0) return
  const says = new Date(now).toISOString()
  throw new ConfigError(
    `The clock of this machine says ${says}, which is before 1970. Set it, and start the hub again.`,
  )
}

/** A demo with a simulator of its own has something on its market, and events. Returns the way to stop. */
function fillDemo({ hub }: App, { demo, demoMarket, sharedSimulator, redis, simulator }: Config, log: Log) {
  if (!demo || !demoMarket || sharedSimulator || redis || simulator.isFrozen) return () => {}
  const onFault = (what: string, err: unknown) => log.error({ err }, `fault in ${what}`)
  const stops = [stockDemoMarket, keepDemoEvents].map((fill) => fill({ hub, clock: systemClock, onFault }))
  return () => {
    for (const stop of stops) stop?.()
  }
}

try {
  const config = readConfig()
  checkClock()
  const log = createLog(config)
  for (const warning of envFileWarnings(config.variables.map(({ name }) => name))) log.warn(warning)
  const runner = await runApp(config, log, { onStart: (app) => fillDemo(app, config, log) })
  stopOnSignals(runner)
  const hub = runner.app()
  console.log(`${config.community} is open: ${config.publicUrl ?? hub.address}${config.demo ? ' (demo mode)' : ''}`)
} catch (error) {
  stopWith(error)
}
