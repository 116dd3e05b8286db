import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { mostSelected, staffPresence, staffSelection } from '../../../shared/features/staffPresence/staffPresence.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'

let app: TestApp
let admin: TestClient
let moderator: TestClient
beforeAll(async () => {
  app = await openTestApp({ simulator: { players: 0, seed: 7 } })
  admin = await app.visitAs({ account: 'ada', name: 'Ada', role: 'admin' })
  moderator = await app.visitAs({ account: 'mo', name: 'Mo', role: 'moderator' })
})
afterAll(() => app.close())

const selection = (number: number): DocumentId => `staffSelection/7656119800${String(number).padStart(7, '0')}`
/** Of this kind alone: the hub makes others at its own pace. */
const documents = () => app.hub().hub.documentCount(staffSelection.kind)

test('[BH26] one socket that selects and leaves 300 players leaves no document behind', async () => {
  for (let from = 0; from < 300; from += 50) {
    const ids = Array.from({ length: 50 }, (_, at) => selection(from + at))
    expect((await admin.watch(...ids)).refused).toEqual([])
    admin.unwatch(...ids)
  }
  await admin.watch(selection(999))
  admin.unwatch(selection(999))
  await expect.poll(documents).toBeLessThanOrEqual(1)
})

test("[BH28] staff see each other's selection and its end, and a socket cannot list more players than the limit", async () => {
  const list = `staffPresence/${mainServer}` as const
  const listed = () => staffPresence.schema.parse(moderator.copies.get(list) ?? {}).players
  expect((await moderator.watch(list)).refused).toEqual([])
  await admin.watch(...Array.from({ length: 60 }, (_, at) => selection(at)))
  await moderator.until(() => Object.keys(listed()).length === mostSelected)
  expect(Object.values(listed())).toContainEqual({ ada: { name: 'Ada', since: expect.any(Number) } })
  admin.leave()
  await moderator.until(() => Object.keys(listed()).length === 0)
})
