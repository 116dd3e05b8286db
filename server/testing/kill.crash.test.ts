import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { checkStore, createGiver } from './giftTraffic.ts'

const kills = 20
const names = ['ann', 'bob', 'cyd', 'dee', 'eli', 'fay', 'gus', 'hal']
const folder = mkdtempSync(join(tmpdir(), 'waterhole-crash-'))
let running: ChildProcess | null = null

afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

async function startServer() {
  const script = join(import.meta.dirname, 'testServerProcess.ts')
  const server = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  running = server
  const [address] = (await once(createInterface(server.stdout), 'line')) as [string]
  return { server, address }
}

test(`[CR11] killed ${kills} times under load: every acknowledged command is in the journal once, and the sum of coins is unchanged`, async () => {
  const random = seeded(2_026)
  const givers = names.map((name) => createGiver(name, names, random, 6))
  const gifts = () => givers.flatMap((giver) => giver.gifts)
  let kept = 0
  for (let kill = 0; kill < kills; kill++) {
    const { server, address } = await startServer()
    for (const giver of givers) giver.connect(address)
    // Kills after a random number of acknowledgements, so that each run ends under load at another point.
    const wanted = gifts().filter(({ answer }) => answer).length + 1 + Math.floor(random() * 400)
    while (gifts().filter(({ answer }) => answer).length < wanted) await new Promise((resolve) => setImmediate(resolve))
    server.kill('SIGKILL')
    await once(server, 'exit')
    for (const giver of givers) giver.leave()
    const storage = await openSqliteStorage({ folder })
    const entries = await checkStore(storage, gifts())
    expect(entries).toBeGreaterThanOrEqual(kept)
    kept = entries
    await storage.close()
  }
  const { server, address } = await startServer()
  for (const giver of givers) await giver.settle(address)
  server.kill('SIGTERM')
  await once(server, 'exit')
  const storage = await openSqliteStorage({ folder })
  await checkStore(storage, gifts())
  await storage.close()
  expect(gifts().every(({ answer }) => answer)).toBe(true)
  const repeated = gifts().filter(({ sent }) => sent > 1).length
  expect(repeated).toBeGreaterThan(kills)
  console.log(`${kills} kills, ${kept} entries, ${gifts().length} commands, ${repeated} of them sent more than once`)
})
