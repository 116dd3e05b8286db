import { expect, test } from 'vitest'
import { changeInformation } from '../../../shared/features/information/commands.ts'
import {
  information,
  informationAudit,
  informationHistory,
  longestInformation,
  mostFormerTexts,
} from '../../../shared/features/information/information.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { openApp } from '../../testing/openApp.ts'
import { guest, person } from '../../testing/principals.ts'

const owner = person('olga', 'owner')

async function openInformation() {
  const memory = createMemoryStorage()
  const { hub, dispatch } = await openApp(allFeatures, { memory })
  return {
    hub,
    save: (text: unknown, version: unknown, who = owner) =>
      dispatch(who, changeInformation.name, { tab: 'server', text, version }),
    present: () => hub.read(information, 'server'),
    former: () => hub.read(informationHistory, 'server').former,
    audited: async () =>
      (await memory.storage.archivePage({ kind: informationAudit.kind, before: null, limit: 50 })).rows.map(
        ({ row }) => row as { act: string; by: string; tab: string; to: number | null },
      ),
  }
}

test('[IP1] an owner replaces the text of a tab; the former one is kept and can be restored; both are audited', async () => {
  const { save, present, former, audited } = await openInformation()
  expect(present()).toEqual({ text: null, version: 0, changedAt: null })
  expect(await save('# One', 0)).toMatchObject({ ok: true, output: { version: 1 } })
  expect(await save('# Two', 1)).toMatchObject({ ok: true, output: { version: 2 } })
  expect(present()).toMatchObject({ text: '# Two', version: 2, changedAt: expect.any(Number) })
  expect(Object.values(former()).map(({ text }) => text)).toEqual([null, '# One'])
  await save('# One', 2)
  await save(null, 3)
  expect(present()).toMatchObject({ text: null, version: 4 })
  const rows = await audited()
  expect(rows.map(({ act, by, tab, to }) => [act, by, tab, to]).toReversed()).toEqual([
    ['change', 'olga', 'server', 5],
    ['change', 'olga', 'server', 5],
    ['restore', 'olga', 'server', 5],
    ['restore', 'olga', 'server', null],
  ])
})

test('[IP17] an owner who edited a text before a user whom it named was erased cannot save that text back', async () => {
  const { hub, save, present } = await openInformation()
  const discordId = '223344556677889900'
  const page = `# Staff\n- <@${discordId}>`
  await save(page, 0)
  await hub.erase({ ids: ['ann'], externalIds: [discordId], documents: [] })
  expect(present()).toMatchObject({ text: '# Staff\n[erased]', version: 2 })
  expect(await save(`${page}\n- another`, 1)).toMatchObject({ ok: false, code: 'changedSince' })
})

test('[IP2] of two owners who edit one text the second is refused, and nothing of the first is lost', async () => {
  const { save, present, former } = await openInformation()
  await save('Of the first.', 0)
  const late = await save('Of the second.', 0, person('otto', 'owner'))
  expect(late).toMatchObject({ ok: false, code: 'changedSince' })
  expect([present().text, Object.keys(former())]).toEqual(['Of the first.', ['0']])
  expect(await save('Of both.', 1, person('otto', 'owner'))).toMatchObject({ ok: true })
})

test('[IP3] a text that is as it was is not a change', async () => {
  const { save, present, former } = await openInformation()
  await save('Same.', 0)
  expect(await save('  Same.\n', 1)).toMatchObject({ ok: true, output: { version: 1 } })
  expect([present().version, Object.keys(former())]).toEqual([1, ['0']])
})

test('[IP4] the latest former texts are kept, and the oldest go', async () => {
  const { save, former } = await openInformation()
  for (let version = 0; version < mostFormerTexts + 3; version += 1) await save(`Text ${version + 1}`, version)
  const kept = Object.keys(former()).map(Number)
  expect([kept.length, Math.min(...kept), Math.max(...kept)]).toEqual([mostFormerTexts, 3, mostFormerTexts + 2])
})

test.each([
  ['text', 'x'.repeat(longestInformation + 1), 0],
  ['text', 'a\0b', 0],
  ['text', 'a\u001b[2Jb', 0],
  ['text', 'half \ud800', 0],
  ['text', 7, 0],
  ['version', 'fine', -1],
  ['version', 'fine', '0'],
])('[IP5] a wrong %s is named, and nothing changes', async (field, text, version) => {
  const { save, present } = await openInformation()
  expect(await save(text, version)).toMatchObject({
    ok: false,
    code: 'badInput',
    problems: [expect.stringContaining(field)],
  })
  expect(present().version).toBe(0)
})

test('[IP6] owners alone change texts and read former ones; everyone reads the present one', async () => {
  const { hub, save } = await openInformation()
  for (const who of [guest, person('ann', 'player'), person('adam', 'admin')]) {
    expect(await save('Mine.', 0, who)).toMatchObject({ ok: false })
    expect([hub.mayRead(who, 'information/server'), hub.mayRead(who, 'informationHistory/server')]).toEqual([
      true,
      false,
    ])
  }
  expect(hub.mayRead(owner, 'informationHistory/server')).toBe(true)
})
