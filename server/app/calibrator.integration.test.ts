import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { mapImage } from '../../shared/features/mapImage/mapImage.ts'
import { gatewayFrame, toGame } from '../../shared/features/world/frame.ts'
import { openTestApp } from '../testing/testApp.ts'

const ownersSteamId = '76561198000000777'
const landmarks = [
  { x: 500, y: 700 },
  { x: 3_500, y: 3_000 },
].map((units) => ({ units, game: toGame(gatewayFrame, units) }))

test('[BH18] a guest and a player learn the calibration and not who made it; staff and the audit name the person', async () => {
  const app = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  onTestFinished(() => app.close())
  const owner = await app.visitAs({ account: 'boss-account', name: 'Boss of the Marsh', steamId: ownersSteamId })
  const others = [await app.visit(), await app.visitAs({ account: 'pia', name: 'Pia' })]
  const moderator = await app.visitAs({ account: 'mo', name: 'Mo', role: 'moderator' })
  const image = `mapImage/${mainServer}` as const
  const calibrator = `mapCalibrator/${mainServer}` as const
  for (const one of others) expect((await one.watch(image, calibrator)).refused).toEqual([calibrator])
  expect((await moderator.watch(calibrator)).refused).toEqual([])

  const calibrated = await owner.command('mapImage.calibrate', { server: mainServer, landmarks, axes: 'xLong' })
  expect(calibrated).toMatchObject({ ok: true })
  const calibrationOf = (one: (typeof others)[number]) => mapImage.schema.parse(one.copies.get(image) ?? {}).calibration
  for (const one of others) {
    await one.until(() => calibrationOf(one) !== null)
    expect(calibrationOf(one)).toMatchObject({ landmarks })
    const received = one.raw.map((bytes) => Buffer.from(bytes).toString()).join('\n')
    for (const personal of ['boss-account', 'Boss of the Marsh']) expect(received).not.toContain(personal)
  }
  await moderator.until(() => JSON.stringify(moderator.copies.get(calibrator)).includes('boss-account'))
  expect(moderator.copies.get(calibrator)).toMatchObject({ by: 'boss-account', byName: 'Boss of the Marsh' })
  const audit = await (await owner.get('/api/audit.jsonl?kinds=map')).text()
  expect(JSON.parse(audit.split('\n')[0] ?? '')).toMatchObject({ by: 'boss-account', byName: 'Boss of the Marsh' })
})
