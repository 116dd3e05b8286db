import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { freshId } from '../testing/principals.ts'
import { openTestCluster, type TestCluster, until } from '../testing/testCluster.ts'

let folder: string
let cluster: TestCluster
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-clock-'))
})
afterEach(async () => {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The environment of a node whose clock is off by this, and later by what the file says. */
function shiftedBy(file: string, ms: number) {
  writeFileSync(file, String(ms))
  const preload = pathToFileURL(join(import.meta.dirname, '../testing/shiftedClock.ts'))
  return { NODE_OPTIONS: `--import=${preload}`, SHIFT_FILE: file }
}

test('[MC21] three nodes over Redis whose clocks are set both ways keep their leader, send positions and acknowledge commands', async () => {
  const shiftFile = join(folder, 'shift')
  cluster = await openTestCluster({ environment: shiftedBy(shiftFile, 0) })
  const leader = await cluster.leader()
  const epochOf = async () => (await until(() => leader.health())).node.epoch
  const epoch = await epochOf()
  const admins = await Promise.all(cluster.nodes.map((node) => cluster.visit(node, 'admin')))
  for (const admin of admins) await admin.watch('positions/main')

  for (const shiftMs of [-120_000, 7_200_000, 0]) {
    const before = Date.now()
    writeFileSync(shiftFile, String(shiftMs))
    for (const node of cluster.nodes) node.kill('SIGUSR2')
    // The leader judges the commands of all nodes: its clock must be set, too, before the first one.
    for (const admin of admins)
      await admin.until(() => Math.abs((admin.hellos.at(-1)?.now ?? 0) - Date.now() - shiftMs) < 30_000)
    for (const admin of admins) {
      const frames = admin.frames.length
      await admin.until(() => admin.frames.length >= frames + 3)
      for (const at of [before, Date.now() + shiftMs]) {
        const answer = await admin.command(changeMapSettings.name, { zoomLevel: 2 }, freshId(at))
        expect(answer, JSON.stringify({ shiftMs, answer })).toMatchObject({ ok: true })
      }
      expect(admin.hellos.at(-1)?.principal).not.toBeNull()
    }
    expect(await cluster.leader()).toBe(leader)
    expect(await epochOf()).toBe(epoch)
  }
}, 300_000)

test("[MC900] at a node whose leader started with a clock six minutes behind, pages and requests get the leader's time, also once that is set, so that what they ask is done", async () => {
  const shiftFile = join(folder, 'shift')
  const behindMs = 360_000
  cluster = await openTestCluster({ nodes: 2, ofLeader: shiftedBy(shiftFile, -behindMs) })
  const [leader, follower] = cluster.nodes
  if (!leader || !follower) throw new Error('No nodes')
  expect(await cluster.leader()).toBe(leader)
  const admin = await cluster.visit(follower, 'admin')
  const player = await cluster.visit(follower, 'player')
  const target = player.hellos.at(-1)?.principal?.id
  const leadersNow = () => admin.hellos.at(-1)?.now ?? 0
  const isLate = (ms: number) => Math.abs(Date.now() - ms - leadersNow()) < 60_000

  await admin.until(() => isLate(behindMs))
  expect(await admin.command(changeMapSettings.name, { zoomLevel: 2 }, freshId(leadersNow()))).toMatchObject({
    ok: true,
  })
  const give = () => admin.post('/api/admin/currency/add', { targetPlayer: target, amount: 5 })
  expect(await give()).toMatchObject({ status: 200, body: { success: true } })

  writeFileSync(shiftFile, String(-2 * behindMs))
  leader.kill('SIGUSR2')
  await admin.until(() => isLate(2 * behindMs))
  expect(await admin.command(changeMapSettings.name, { zoomLevel: 3 }, freshId(leadersNow()))).toMatchObject({
    ok: true,
  })
  expect(await give()).toMatchObject({ status: 200 })
}, 300_000)
