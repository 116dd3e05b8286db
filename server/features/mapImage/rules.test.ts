import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapCalibrator, mapImage } from '../../../shared/features/mapImage/mapImage.ts'
import { type Axes, Frame, gatewayFrame, type Point, toGame, toUnits } from '../../../shared/features/world/frame.ts'
import { createHub } from '../../engine/createHub.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { freshId, person } from '../../testing/principals.ts'
import { accountFeature } from '../account/feature.ts'
import { sessionFeature } from '../session/feature.ts'
import { currentFrame } from './currentFrame.ts'
import { mapImageFeature } from './feature.ts'

const owner = person('olga', 'owner')

async function openMapImage(memory = createMemoryStorage()) {
  const clock = createTestClock()
  const faults: unknown[] = []
  const onFault = (_what: string, error: unknown) => void faults.push(error)
  const hub = await createHub({
    storage: memory.storage,
    features: [accountFeature, sessionFeature, mapImageFeature],
    clock,
    onFault,
  })
  const give = (name: string, input: unknown, principal = owner) =>
    hub.dispatch(principal, { id: freshId(clock.now()), name, input })
  const calibrate = (a: unknown, b: unknown, axes: Axes = 'xLong', principal = owner) =>
    give('mapImage.calibrate', { server: 'main', landmarks: [a, b], axes }, principal)
  const clear = () => give('mapImage.clearCalibration', { server: 'main' })
  const audit = async () => (await memory.storage.archivePage({ kind: 'mapAudit', before: null, limit: 10 })).rows
  return { memory, clock, hub, faults, calibrate, clear, audit, frame: currentFrame(hub, 'main', gatewayFrame) }
}

const other: Frame = { minLong: -100, maxLong: 300, minLat: -50, maxLat: 350, axes: 'xLat' }
const landmark = (frame: Frame, units: Point) => ({ units, game: toGame(frame, units) })
const north = { x: 500, y: 700 }
const south = { x: 3_500, y: 3_000 }

test('[MS1] two landmarks give the frame in which both lie where the map shows them, and it applies at once', async () => {
  const { clock, hub, calibrate, frame } = await openMapImage()
  expect(frame()).toEqual(gatewayFrame)
  const answer = await calibrate(landmark(other, north), landmark(other, south), 'xLat')
  expect(answer).toMatchObject({ ok: true })
  const found = toUnits(frame(), toGame(other, { x: 2_000, y: 100 }))
  expect(found.x).toBeCloseTo(2_000, 6)
  expect(found.y).toBeCloseTo(100, 6)
  expect(hub.read(mapImage, 'main').calibration?.at).toBe(clock.now())
  expect(hub.read(mapCalibrator, 'main').by).toBe('olga')
})

test('[MS2] after clearing, the configured frame applies, and there is nothing more to clear', async () => {
  const { hub, calibrate, clear, frame } = await openMapImage()
  expect(await clear()).toMatchObject({ ok: false, code: 'none' })
  await calibrate(landmark(other, north), landmark(other, south), 'xLat')
  expect(await clear()).toMatchObject({ ok: true })
  expect(frame()).toEqual(gatewayFrame)
  expect(hub.read(mapCalibrator, 'main')).toEqual({ by: null, byName: '' })
  expect(await clear()).toMatchObject({ ok: false, code: 'none' })
})

test('[MS3] landmarks that would mirror the map are refused as mirrored', async () => {
  const { calibrate, frame } = await openMapImage()
  const [a, b] = [landmark(gatewayFrame, north), landmark(gatewayFrame, south)]
  expect(await calibrate({ ...a, game: b.game }, { ...b, game: a.game })).toMatchObject({ code: 'mirrored' })
  const flipped = (place: Point) => ({ x: -place.x, y: place.y })
  expect(await calibrate({ ...a, game: flipped(a.game) }, { ...b, game: flipped(b.game) })).toMatchObject({
    code: 'mirrored',
  })
  expect(frame()).toEqual(gatewayFrame)
})

test('[MS4] landmarks too near to each other, at the same place, or of an impossible world are refused as unfit', async () => {
  const { calibrate, audit } = await openMapImage()
  const at = (x: number, y: number) => landmark(gatewayFrame, { x, y })
  expect(await calibrate(at(100, 100), at(140, 3_000))).toMatchObject({ code: 'unfit' })
  expect(await calibrate(at(100, 100), at(100, 100))).toMatchObject({ code: 'unfit' })
  const far = { units: south, game: { x: 1e15, y: 1e15 } }
  expect(await calibrate(at(100, 100), far)).toMatchObject({ code: 'unfit' })
  expect(await calibrate({ ...at(1, 1), game: { x: 1e308, y: -1e308 } }, far)).toMatchObject({ ok: false })
  expect(await calibrate({ ...at(1, 1), game: { x: 'here', y: 0 } }, far)).toMatchObject({ code: 'badInput' })
  expect(await audit()).toEqual([])
})

test('[MS5] only an owner calibrates, and each calibration is in the audit', async () => {
  const { calibrate, clear, audit } = await openMapImage()
  const [a, b] = [landmark(other, north), landmark(other, south)]
  for (const role of ['admin', 'moderator', 'player'] as const)
    expect(await calibrate(a, b, 'xLat', person(role, role))).toMatchObject({ code: 'forbidden' })
  await calibrate(a, b, 'xLat')
  await clear()
  expect((await audit()).map(({ row }) => row)).toMatchObject([
    { act: 'mapImage.clearCalibration', by: 'olga', server: 'main', address: null },
    { act: 'mapImage.calibrate', by: 'olga', server: 'main', landmarks: [a, b], frame: { axes: 'xLat' } },
  ])
})

test('[MS6] a calibration survives a restart', async () => {
  const before = await openMapImage()
  await before.calibrate(landmark(other, north), landmark(other, south), 'xLat')
  const after = await openMapImage(before.memory)
  expect(after.frame()).toEqual(before.frame())
})

test('[MS8] the calibrating user is shown by the name at that time', async () => {
  const { hub, clock, calibrate } = await openMapImage()
  const rename = (name: string) => ensureAccount(hub, clock.now(), { account: 'olga', name })
  await rename('Olga of the Marsh')
  await calibrate(landmark(other, north), landmark(other, south), 'xLat')
  await rename('Olga')
  expect(hub.read(mapCalibrator, 'main')).toEqual({ by: 'olga', byName: 'Olga of the Marsh' })
})

test('[MS7] for any landmarks the answer is a frame that fits, or a refusal that changes nothing', async () => {
  const { faults, calibrate, frame } = await openMapImage()
  let frames = 0
  const number = fc.oneof(
    { weight: 1, arbitrary: fc.double() },
    { weight: 20, arbitrary: fc.integer({ min: -9_000, max: 9_000 }) },
  )
  const place = fc.record({ x: number, y: number })
  const anyLandmark = fc.record({ game: place, units: place })
  await fc.assert(
    fc.asyncProperty(anyLandmark, anyLandmark, fc.constantFrom<Axes>('xLong', 'xLat'), async (a, b, axes) => {
      const before = frame()
      const answer = await calibrate(a, b, axes)
      if (!answer.ok) {
        expect(frame()).toEqual(before)
        return
      }
      frames += 1
      expect(Frame.safeParse(frame()).success).toBe(true)
      for (const { units, game } of [a, b]) {
        const shown = toUnits(frame(), game)
        expect(Math.hypot(shown.x - units.x, shown.y - units.y)).toBeLessThan(1)
      }
    }),
    { numRuns: 300, seed: 5 },
  )
  expect(frames).toBeGreaterThan(10)
  expect(faults).toEqual([])
})
