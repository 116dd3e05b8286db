import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { freshId } from '../testing/principals.ts'
import { openTestCluster, type TestCluster, until } from '../testing/testCluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-clock-'))
const shiftFile = join(folder, 'shift')
let cluster: TestCluster
afterEach(async () => {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
})

test('[MC21] three nodes over Redis whose clocks are set both ways keep their leader, send positions and acknowledge commands', async () => {
  writeFileSync(shiftFile, '0')
  const preload = pathToFileURL(join(import.meta.dirname, '../testing/shiftedClock.ts'))
  cluster = await openTestCluster({ environment: { NODE_OPTIONS: `--import=${preload}`, SHIFT_FILE: shiftFile } })
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
