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
  const term = async () => {
    const leader = await cluster.leader()
    return `${leader.address} ${(await until(() => leader.health())).node.epoch}`
  }
  const admins = await Promise.all(cluster.nodes.map((node) => cluster.visit(node, 'admin')))
  for (const admin of admins) await admin.watch('positions/main')

  /** Sets the clocks of all nodes, and resolves with the answers to commands after that. */
  async function setClocks(shiftMs: number) {
    const before = Date.now()
    writeFileSync(shiftFile, String(shiftMs))
    for (const node of cluster.nodes) node.kill('SIGUSR2')
    // The leader judges the commands of all nodes: its clock must be set, too, before the first one.
    for (const admin of admins)
      await admin.until(() => Math.abs((admin.hellos.at(-1)?.now ?? 0) - Date.now() - shiftMs) < 30_000)
    const answers: unknown[] = []
    for (const admin of admins) {
      const frames = admin.frames.length
      await admin.until(() => admin.frames.length >= frames + 3)
      for (const at of [before, Date.now() + shiftMs])
        answers.push(await admin.command(changeMapSettings.name, { zoomLevel: 2 }, freshId(at)))
      expect(admin.hellos.at(-1)?.principal).not.toBeNull()
    }
    return answers
  }

  /** A machine that stalls may end the term of a leader. Clocks that did so would end it each time. */
  async function termThatLasts(shiftMs: number, otherMs: number) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const before = await term()
      const answers = await setClocks(shiftMs)
      if ((await term()) === before) return answers
      await setClocks(otherMs)
    }
    throw new Error(`Clocks set from ${otherMs} to ${shiftMs} ms ended the term of the leader five times`)
  }

  const shifts = [0, -120_000, 7_200_000, 0]
  for (const [index, shiftMs] of shifts.slice(1).entries()) {
    const answers = await termThatLasts(shiftMs, shifts[index] ?? 0)
    expect(answers).toHaveLength(6)
    for (const answer of answers) expect(answer, String(shiftMs)).toMatchObject({ ok: true })
  }
})

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
})
