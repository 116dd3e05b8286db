import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ActionLink } from '../../actionLink.ts'
import { createEvrimaLink } from '../../evrima/evrimaLink.ts'
import { openLocalFolder } from '../../files/localFolder.ts'
import type { BridgePlace, RunningBridge } from '../../simulator/mod/commandBridgeServers.ts'
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts'
import { steadyClock } from '../../testing/steadyClock.ts'
import { startTestSimulator, testPassword } from '../../testing/testSimulator.ts'
import { type BridgeTimings, createCommandBridgeLink } from '../commandBridgeLink.ts'
import { openFiles } from '../fileTransport.ts'
import { createPull } from '../pullTransport.ts'
import type { OpenTransport } from '../transport.ts'
import { simulatedVerbs, type VerbTable, verbsWith } from '../verbs.ts'

export const bridgeToken = 'mod-t0ken-of-the-test'

/** The simulated mod has these too, except `banish`. */
export const testVerbs: VerbTable = verbsWith({
  ...simulatedVerbs,
  kick: { verb: 'kick', args: { reason: '{reason}' } },
  broadcast: { verb: 'broadcast', args: { message: '{text}' } },
  ban: { verb: 'banish', args: { hours: '{hours}' } },
})

const quick: BridgeTimings = {
  takeMs: 2_500,
  withinMs: 30_000,
  readMs: 20,
  graceMs: 1_000,
  holdMs: 31_000,
  pingMs: 1_000,
}
const silentLog = { info() {}, warn() {} }

export interface TestBridge {
  readonly link: ActionLink
  readonly simulator: Simulator
  readonly mod: RunningBridge
  untilUp(): Promise<void>
}

export interface TestBridgeOptions {
  readonly timings?: Partial<BridgeTimings>
  readonly simulator?: Partial<SimulatorOptions>
}

/** The link, the game whose RCON it reads, and a mod that takes commands from this folder. */
export const openBridgeOverFiles = (folder: string, options: TestBridgeOptions = {}): Promise<TestBridge> =>
  connect(
    openFiles({ folder: openLocalFolder({ path: folder }), clock: steadyClock, log: silentLog, everyMs: 10 }),
    { folder },
    options,
  )

/** The same for a mod that fetches its commands over HTTP. */
export async function openBridgeOverHttp(options: TestBridgeOptions = {}): Promise<TestBridge> {
  const { mailbox, open } = createPull()
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${bridgeToken}`) return void response.writeHead(401).end()
    if (request.method === 'GET') return void response.end(mailbox.fetch())
    let body = ''
    for await (const chunk of request) body += chunk
    mailbox.answer(body)
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return connect(open, { url, resultUrl: url, authorization: `Bearer ${bridgeToken}` }, options)
}

async function connect(open: OpenTransport, place: BridgePlace, options: TestBridgeOptions): Promise<TestBridge> {
  const simulator = await startTestSimulator({ commandBridge: { ...place, pollMs: 15 }, ...options.simulator })
  const game = createEvrimaLink({ host: '127.0.0.1', port: simulator.port, password: testPassword, clock: steadyClock })
  onTestFinished(() => game.close())
  const timings = { ...quick, ...options.timings }
  const link = createCommandBridgeLink({ open, game, verbs: testVerbs, clock: steadyClock, timings })
  onTestFinished(() => link.close())
  const { commandBridge: mod } = simulator
  if (!mod) throw new Error('The simulator runs no mod.')
  return { link, simulator, mod, untilUp: () => untilUp([game, link]) }
}

type Stated = Pick<ActionLink, 'state' | 'onState'>

export const untilState = (link: Stated, wanted: string) =>
  new Promise<void>((resolve) => {
    if (link.state().name === wanted) return resolve()
    const stop = link.onState(({ name }) => {
      if (name !== wanted) return
      stop()
      resolve()
    })
  })

const untilUp = async (links: readonly Stated[]) => {
  for (const link of links) await untilState(link, 'up')
}
