import { afterEach, expect, test, vi } from 'vitest'
import type { CommandId } from '../../shared/engine/ids.ts'
import { changeMapSettings } from '../../shared/features/mapSettings/commands.ts'
import { freshId } from '../testing/principals.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'

let app: TestApp
afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
})

test.each([-120_000, 7_200_000])(
  '[MC20] a hub whose clock is set by %i ms, and right again, sends positions, keeps sessions and rates, and acknowledges commands',
  async (byMs) => {
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
    expect(await change(before, 2)).toMatchObject({ ok: true })
    expect(await change(freshId(Date.now()), 1)).toMatchObject({ ok: true })
    const later = await app.visit('owner')
    await later.watch('positions/main')
    await later.until(() => later.frames.length > 2)
    expect((await later.get('/health')).status).toBe(200)
    expect(admin.hellos.at(-1)?.principal).not.toBeNull()
    expect(app.hub().hub.epoch).toBe(epoch)

    vi.restoreAllMocks()
    const framesAfter = later.frames.length
    await later.until(() => later.frames.length >= framesAfter + 3)
    expect(await change(freshId(right()), 1.5)).toMatchObject({ ok: true })
  },
)
