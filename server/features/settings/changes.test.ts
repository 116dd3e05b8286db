import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { defineDocument, everyone, notPersonal } from '../../../shared/engine/document.ts'
import { latestChanges, mostUndoable, settingChanges, undoSetting } from '../../../shared/features/settings/changes.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import { changeOwnerSetting, ownerSetting } from './changes.ts'
import { settingsFeature } from './feature.ts'

const lamp = defineDocument({
  kind: 'lamp',
  schema: z.object({ watts: z.int().default(40) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('is a lamp'),
  audited: 'settingChanges',
})
const watts = ownerSetting<number>({
  key: 'lamp.watts',
  name: 'the lamp',
  schema: z.int().min(1),
  alsoNeeds: ['addCurrency'],
  inWords: (value) => `${value} W`,
  read: ({ read }) => read(lamp).watts,
  write: ({ edit }, value) => {
    edit(lamp).watts = value
  },
})
const setWatts = defineCommand({
  name: 'lamp.set',
  permission: 'ownerPanel',
  input: z.object({ watts: z.int() }),
  output: z.object({ change: z.string().nullable() }),
  refusals: {},
})
const lampFeature: Feature = {
  name: 'lamp',
  documents: [lamp],
  commands: [
    implement(setWatts, (context, { watts: value }) => ({ change: changeOwnerSetting(context, watts, value) })),
  ],
  queries: [],
}

const olga = person('olga', 'owner')
const otto = person('otto', 'owner')

async function openLamp() {
  const memory = createMemoryStorage()
  const { hub, dispatch, clock } = await openApp([settingsFeature([watts]), lampFeature], { memory })
  const set = async (value: number, who = olga) => {
    clock.pass(1)
    const answer = await dispatch(who, setWatts.name, { watts: value })
    return answer.ok ? (answer.output as { change: string | null }).change : answer.code
  }
  return {
    set,
    undo: (change: unknown, who = olga) => dispatch(who, undoSetting.name, { change }),
    now: () => hub.read(lamp).watts,
    kept: () => hub.read(latestChanges).changes,
    hub,
    rows: async () =>
      (await memory.storage.archivePage({ kind: settingChanges.kind, before: null, limit: 90 })).rows.map(
        ({ row }) => row as { act: string; by: string; from: string; to: string },
      ),
  }
}

test('[STC1] a change says who changed what, from what to what; the undo sets it back and is in the history as well', async () => {
  const { set, undo, now, rows, kept } = await openLamp()
  const change = await set(60)
  expect([now(), Object.keys(kept())]).toEqual([60, [change]])
  expect(await undo(change, otto)).toMatchObject({ ok: true })
  expect([now(), kept()]).toEqual([40, {}])
  expect((await rows()).map(({ act, by, from, to }) => [act, by, from, to])).toEqual([
    ['undo', 'otto', '60 W', '40 W'],
    ['change', 'olga', '40 W', '60 W'],
  ])
})

test('[STC8] an undo needs what the change of that setting needs, not ownerPanel alone', async () => {
  const { set, undo, now, kept } = await openLamp()
  const change = await set(60)
  // Pages do not offer it to others.
  expect(kept()[String(change)]?.alsoNeeds).toEqual(['addCurrency'])
  const token = { ...olga, can: (permission: string) => ['look', 'ownerPanel'].includes(permission) }
  const message = 'To set the lamp back you also need addCurrency.'
  expect(await undo(change, token)).toMatchObject({ ok: false, code: 'needsMore', message })
  expect(now()).toBe(60)
  expect(await undo(change)).toMatchObject({ ok: true })
})

test('[STC2] what was changed again since is not undone, and the refusal says what it is now', async () => {
  const { set, undo, now } = await openLamp()
  const first = await set(60)
  const second = await set(75, otto)
  expect(await undo(first)).toMatchObject({ code: 'changedSince', message: expect.stringContaining('75 W') })
  expect(now()).toBe(75)
  expect(await undo(second)).toMatchObject({ ok: true })
  expect(await undo(first)).toMatchObject({ ok: true })
  expect(now()).toBe(40)
})

test('[STC3] a change is undone once, an unknown one never, and one that this release would refuse is gone', async () => {
  const { set, undo } = await openLamp()
  const change = await set(60)
  await undo(change)
  for (const gone of [change, 'none', '__proto__']) expect(await undo(gone)).toMatchObject({ code: 'gone' })
  await set(-5)
  const from = await set(9)
  expect(await undo(from)).toMatchObject({ code: 'gone' })
  for (const wrong of ['', 7, null, 'x'.repeat(65)]) expect(await undo(wrong)).toMatchObject({ code: 'badInput' })
})

test('[STC4] a value that is as it was is not a change; of many changes the oldest can no longer be undone', async () => {
  const { set, undo, kept, rows } = await openLamp()
  expect(await set(40)).toBeNull()
  expect(await rows()).toEqual([])
  const changes: (string | null)[] = []
  for (let value = 1; value <= mostUndoable + 2; value += 1) changes.push(await set(value))
  expect(Object.keys(kept()).toSorted()).toEqual(changes.slice(2).toSorted())
  expect(await undo(changes[0])).toMatchObject({ code: 'gone' })
})

test('[STC5] owners alone undo, and read what can be undone', async () => {
  const { set, undo, hub } = await openLamp()
  const change = await set(60)
  for (const role of ['player', 'moderator', 'admin'] as const) {
    expect(await undo(change, person('ann', role))).toMatchObject({ code: 'forbidden' })
    expect(hub.mayRead(person('ann', role), 'latestChanges/')).toBe(false)
  }
})

test('[STC6] two settings with one key prevent the start', () => {
  expect(() => settingsFeature([watts, watts])).toThrow('same key')
})
