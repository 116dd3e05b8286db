import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { openSqliteStorage } from '../storage/sqlite.ts'
import { checkStore } from './villageChecks.ts'
import { createVillager } from './villagers.ts'

const kills = 32
const names = ['ann', 'bob', 'cyd', 'dee', 'eli', 'fay', 'gus', 'hal']
const folder = mkdtempSync(join(tmpdir(), 'village-'))
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

async function startVillage() {
  const script = join(import.meta.dirname, 'villageProcess.ts')
  const village = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  running = village
  const [address] = (await once(createInterface(village.stdout), 'line')) as [string]
  return { village, address }
}

test(`[CR1] killed ${kills} times under load: what was acknowledged is there once, and no coin is made or lost`, async () => {
  const random = seeded(2_026)
  const villagers = names.map((name) => createVillager(name, names, random, 6))
  const gifts = () => villagers.flatMap((villager) => villager.gifts)
  let kept = 0
  for (let kill = 0; kill < kills; kill++) {
    const { village, address } = await startVillage()
    for (const villager of villagers) villager.connect(address)
    // The moment of the kill is counted in acknowledgements, so that each run dies under load and at another place.
    const wanted = gifts().filter(({ answer }) => answer).length + 1 + Math.floor(random() * 400)
    while (gifts().filter(({ answer }) => answer).length < wanted) await new Promise((resolve) => setImmediate(resolve))
    village.kill('SIGKILL')
    await once(village, 'exit')
    for (const villager of villagers) villager.leave()
    const storage = await openSqliteStorage({ folder })
    const entries = await checkStore(storage, gifts())
    expect(entries).toBeGreaterThanOrEqual(kept)
    kept = entries
    await storage.close()
  }
  const { village, address } = await startVillage()
  for (const villager of villagers) await villager.settle(address)
  village.kill('SIGTERM')
  await once(village, 'exit')
  const storage = await openSqliteStorage({ folder })
  await checkStore(storage, gifts())
  await storage.close()
  expect(gifts().every(({ answer }) => answer)).toBe(true)
  const repeated = gifts().filter(({ sent }) => sent > 1).length
  expect(repeated).toBeGreaterThan(kills)
  console.log(`${kills} kills, ${kept} entries, ${gifts().length} commands, ${repeated} of them sent more than once`)
})
