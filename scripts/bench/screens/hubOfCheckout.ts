import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, request } from 'playwright-core'
import { freePort } from '../../../server/testing/freePort.ts'
import { spawnHub } from '../../../server/testing/hubProcess.ts'
import { runCommand } from '../../runCommand.ts'

/** The hub of one checkout with its own client and a simulated game, as an owner sees it. */
export interface BenchedHub {
  readonly address: string
  /** Players of the simulated game. */
  readonly players: number
  /** The addresses of its pages. */
  readonly paths: readonly string[]
  /** A window with nothing cached. The caller closes it. */
  openWindow(browser: Browser, who: 'guest' | 'owner'): Promise<BrowserContext>
  close(): Promise<void>
}

/** The pages of a checkout, as its table of routes names them. */
function pathsIn(checkout: string): string[] {
  const routes = readFileSync(join(checkout, 'client/routes.tsx'), 'utf8')
  const paths = [...routes.matchAll(/\bpath: '(\/[\w-]*)'/g)].map(([, path = '']) => path)
  if (paths.length === 0) throw new Error(`${checkout}/client/routes.tsx names no pages.`)
  return paths
}

/** Builds the client of a checkout if it is out of date, and installs its packages if they are missing. */
async function buildClient(checkout: string) {
  const args = [join(checkout, 'scripts/bootstrap.mjs'), 'build']
  const { exitCode, talk } = await runCommand(process.execPath, args, { output: 'kept' })
  if (exitCode !== 0) throw new Error(`The client of ${checkout} was not built:\n${talk}`)
}

async function signIn(address: string) {
  const client = await request.newContext({ baseURL: address, extraHTTPHeaders: { origin: address }, timeout: 0 })
  const answer = await client.post('/auth/demo', { data: { role: 'owner' } })
  if (!answer.ok()) throw new Error(`${address} signs no owner in: ${answer.status()} ${await answer.text()}`)
  const { cookies } = await client.storageState()
  await client.dispose()
  return cookies
}

/** Builds and starts the hub of a checkout in its own process, with positions read twice a second. */
export async function startHubOf(checkout: string, players: number): Promise<BenchedHub> {
  await buildClient(checkout)
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-bench-'))
  const port = String(await freePort())
  const settings = { SIMULATOR_PLAYERS: String(players), POSITIONS_SECONDS: '0.5', HANDSHAKES_PER_SECOND: '0' }
  const hub = spawnHub({ PORT: port, DATA_DIR: folder, DEMO: '1', ...settings }, { checkout })
  const close = async () => {
    hub.kill()
    await hub.ended
    rmSync(folder, { recursive: true, force: true })
  }
  const output = await hub.until(/is open/)
  if (!output.includes('is open')) throw new Error(output)
  const address = `http://127.0.0.1:${port}`
  const owner = await signIn(address)
  return {
    address,
    players,
    paths: pathsIn(checkout),
    close,
    async openWindow(browser, who) {
      const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } })
      // A busy machine is slow: only a page that hangs may end a run, by the limit of the run.
      context.setDefaultTimeout(0)
      if (who === 'owner') await context.addCookies(owner)
      return context
    },
  }
}
