import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ServerStatus } from '../../shared/features/server/server.ts'
import { type Frame, gatewayFrame, metresPerUnit, type Point, toGame } from '../../shared/features/world/frame.ts'
import { createPositionsDecoder } from '../../shared/protocol/positions/positionsDecoder.ts'
import { ConfigError } from '../config/configError.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { openTestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { startApp } from './app.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
async function open(...wanted: Parameters<typeof openTestApp>) {
  const app = await openTestApp(...wanted)
  closing.push(app.close)
  return app
}
const statusOf = (client: TestClient) => client.copies.get('server/main') as ServerStatus

/** Where each animal is after the frames so far, by slot. */
function placesOf({ frames }: TestClient): ReadonlyMap<number, Point> {
  const decoder = createPositionsDecoder()
  for (const { frame } of frames) decoder.apply(frame)
  const places = new Map<number, Point>()
  decoder.visit((slot, x, y) => places.set(slot, { x, y }))
  return places
}

/** How many times as far from the north-western corner most animals are: some walk on, die or appear in between. */
function usualGrowth(before: ReadonlyMap<number, Point>, after: ReadonlyMap<number, Point>) {
  const growth = [...before].flatMap(([slot, { x, y }]) => {
    const now = after.get(slot)
    return now ? [Math.hypot(now.x, now.y) / Math.hypot(x, y)] : []
  })
  return growth.sort((one, other) => one - other)[Math.floor(growth.length / 2)]
}
const landmarks = (frame: Frame) =>
  [
    { x: 700, y: 900 },
    { x: 3_300, y: 3_000 },
  ].map((units) => ({ units, game: toGame(frame, units) }))

test('[MS17] a calibration applies from the next reading on, without and after a restart, until it is cleared', async () => {
  const app = await open({ positionsEveryMs: 500 })
  const owner = await app.visit('owner')
  await owner.watch('positions/main', 'server/main', 'mapImage/main')
  await owner.until(() => owner.frames.length > 2 && placesOf(owner).size > 20)
  const before = placesOf(owner)
  // With a map of half the size, all distances from the north-western corner double.
  const half = { ...gatewayFrame, maxLong: 51, maxLat: -49 }
  const [a, b] = landmarks(half)
  const answer = await owner.command('mapImage.calibrate', { server: 'main', landmarks: [a, b], axes: 'xLong' })
  expect(answer).toMatchObject({ ok: true })
  const count = owner.frames.length
  await owner.until(() => owner.frames.length > count + 1)
  expect(usualGrowth(before, placesOf(owner))).toBeCloseTo(2, 1)
  expect(statusOf(owner).metresPerUnit).toBeCloseTo(metresPerUnit(half), 9)
  expect(owner.copies.get('mapImage/main')).toMatchObject({ calibration: { frame: expect.anything() } })

  await app.restart()
  const later = await app.visit('owner')
  await later.watch('server/main')
  await later.until(() => statusOf(later)?.link.name === 'up')
  expect(statusOf(later).metresPerUnit).toBeCloseTo(metresPerUnit(half), 9)
  expect(await later.command('mapImage.clearCalibration', { server: 'main' })).toMatchObject({ ok: true })
  await later.until(() => statusOf(later).metresPerUnit > 2.7)
  expect(statusOf(later).metresPerUnit).toBeCloseTo(metresPerUnit(gatewayFrame), 9)
})

test("[MS9] the path of an owner's map image is sent to all clients and serves the image", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const mapImage = join(folder, 'map.jpg')
  const picture = Buffer.from('ffd8ffe000104a46494600', 'hex')
  writeFileSync(mapImage, picture)
  const app = await open({ mapImage })
  const guest = await app.visit()
  await guest.watch('server/main')
  await guest.until(() => Boolean(statusOf(guest)?.mapImage))
  expect(statusOf(guest).mapImage).toMatch(/^\/map-image\?v=[0-9a-f]{16}$/)
  const answer = await guest.get(statusOf(guest).mapImage ?? '')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
})

test('[MS10] without an image no path is sent; a file that is not an image prevents the start, with the remedy', async () => {
  const app = await open()
  const guest = await app.visit()
  await guest.watch('server/main')
  await guest.until(() => statusOf(guest)?.link.name === 'up')
  expect(statusOf(guest).mapImage).toBeNull()
  expect((await guest.get('/map-image')).status).toBe(404)
  const mapImage = join(app.folder, 'map.png')
  writeFileSync(mapImage, 'no picture')
  const config = { ...readConfig({ DATA_DIR: join(app.folder, 'other'), LOG_LEVEL: 'silent' }), port: 0, mapImage }
  await expect(startApp(config, createLog(config))).rejects.toThrow(ConfigError)
  await expect(startApp(config, createLog(config))).rejects.toThrow(/MAP_IMAGE.*not a PNG, JPEG or WebP/)
})
