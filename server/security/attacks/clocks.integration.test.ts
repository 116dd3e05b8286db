import { afterEach, expect, test, vi } from 'vitest'
import type { CommandId } from '../../../shared/engine/ids.ts'
import { changeMapSettings } from '../../../shared/features/mapSettings/commands.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { freshId } from '../../testing/principals.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { createAttack } from './testing/attackReport.ts'

let app: TestApp
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

test.each([-120_000, 7_200_000, -90_000_000])(
  '[MC20] a hub whose clock is set by %i ms, and right again, sends positions, keeps sessions and rates, and acknowledges commands',
  async (byMs) => {
    const attack = createAttack(`a clock set by ${byMs} ms`)
    const expectDone = async (answering: Promise<Answer>) => {
      const answer = await answering
      attack.attempt(!answer.ok, () => JSON.stringify(answer))
    }
    const right = Date.now
    app = await openTestApp()
    const admin = await app.visit('admin')
    await admin.watch('positions/main')
    await admin.until(() => admin.frames.length > 2)
    const { epoch } = app.hub().hub
    const change = (id: CommandId, zoomLevel: number) => admin.command(changeMapSettings.name, { zoomLevel }, id)
    const before = freshId(right())

    vi.spyOn(Date, 'now').mockImplementation(() => right() + byMs)
    const framesBefore = admin.frames.length
    await admin.until(() => admin.frames.length >= framesBefore + 6)
    await admin.until(() => Math.abs((admin.hellos.at(-1)?.now ?? 0) - Date.now()) < 60_000)
    await expectDone(change(before, 2))
    await expectDone(change(freshId(Date.now()), 1))
    const later = await app.visit('owner')
    await later.watch('positions/main')
    await later.until(() => later.frames.length > 2)
    const { status } = await later.get('/health')
    attack.attempt(status !== 200, () => `health ${status}`)
    attack.attempt(admin.hellos.at(-1)?.principal === null, () => 'the session has ended')
    attack.attempt(app.hub().hub.epoch !== epoch, () => 'the hub has another epoch')

    vi.restoreAllMocks()
    const framesAfter = later.frames.length
    await later.until(() => later.frames.length >= framesAfter + 3)
    await expectDone(change(freshId(right()), 1.5))
    expect(attack.done()).toEqual([])
  },
)
