import { expect, test } from 'vitest'
import type { Erasure } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntry } from './sampleEntries.ts'

const steamId = '76561198012345678'
const forgetting: Erasure = {
  ids: ['ann-1'],
  externalIds: [steamId, 'Anne "the" Shy'],
  documents: [`play/${steamId}`],
  lists: [{ archive: 'signIns', key: 'ann-1' }],
  nameFields: ['name'],
  deedFields: { by: ['by'], from: ['from'] },
}
const whole = (id: `${string}/${string}`, value: object, version = 1) => ({
  ...{ id, version },
  patches: [{ op: 'replace' as const, path: [], value }],
})

const filled = async (place: Place) => {
  const { storage } = place()
  const { epoch } = await storage.load()
  const plain = { input: {}, output: {}, changes: [], archive: [] }
  const audit = { act: 'look', by: 'ann-1', name: 'Annie', at: `https://x.example/${steamId}`, from: '203.0.113.7' }
  const others = { act: 'look', by: 'ann-12', name: 'Bob', from: '203.0.113.8' }
  const toThem = { act: 'kick', by: 'bob-1', target: 'ann-1', from: '203.0.113.9' }
  await storage.append([
    sampleEntry(1, epoch, { ...plain, changes: [whole('account/ann-1', { name: 'Annie' })], actor: 'sign-in' }),
    sampleEntry(2, epoch, { ...plain, changes: [whole(`play/${steamId}`, { since: 4 })], actor: 'link' }),
    sampleEntry(3, epoch, { ...plain, actor: 'ann-1', input: { x: 12_345 } }),
    sampleEntry(4, epoch, { ...plain, actor: 'ann-12', changes: [whole('account/ann-12', { name: 'Bob' })] }),
    sampleEntry(5, epoch, {
      ...plain,
      actor: 'boss',
      archive: [
        { archive: 'signIns', key: 'ann-1', line: { from: 'Paris' } },
        { archive: 'audit', key: 'all', line: audit },
        { archive: 'audit', key: 'all', line: others },
        { archive: 'audit', key: 'all', line: toThem },
      ],
    }),
    sampleEntry(6, epoch, { ...plain, actor: 'link', changes: [whole('club/x', { names: ['Anne "the" Shy'] })] }),
  ])
  const cleared = { id: 'account/ann-1' as const, version: 2, value: {} }
  const record = { id: `play/${steamId}` as const, version: 1, value: { since: 4 } }
  await storage.append([sampleEntry(7, epoch, { ...plain, actor: 'ann-1', changes: [{ ...cleared, patches: [] }] })])
  await storage.checkpoint(7, [cleared, record, { id: 'account/ann-12', version: 1, value: { name: 'Bob' } }])
  return { storage, epoch }
}
const auditOf = async (storage: { readArchive: ReturnType<Place>['storage']['readArchive'] }) =>
  (await storage.readArchive('audit', 'all', { before: null, limit: 9 })).lines.map(({ line }) => line)

/** What can be read of somebody, and what cannot. */
const readingRules = (place: Place) => {
  test('[ST31] of whoever is forgotten nothing can be read any more, in no byte that the place holds', async () => {
    const { storage } = await filled(place)
    expect(await place().raw()).toContain(steamId)
    await storage.erase(forgetting)
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'the\\" Shy', 'Paris', '12345', '203.0.113.7'])
      expect(left, word).not.toContain(word)
    expect(left).toContain('Bob')
  })

  test('[ST32] what happened stays: when, by whom, and what of it speaks of others', async () => {
    const { storage } = await filled(place)
    const before = await storage.tail(0, 99)
    await storage.erase(forgetting)
    const after = await storage.tail(0, 99)
    const outline = ({ seq, epoch, at, actor, command, commandId }: (typeof after)[number]) =>
      JSON.stringify({ seq, epoch, at, actor, command, commandId })
    expect(after.map(outline)).toEqual(before.map(outline))
    expect(after[3]).toEqual(before[3])
    expect(after[2]).toMatchObject({ input: null, output: null, changes: [], archive: [] })
    expect(await auditOf(storage)).toEqual([
      { act: 'kick', by: 'bob-1', target: 'ann-1', from: '203.0.113.9' },
      { act: 'look', by: 'ann-12', name: 'Bob', from: '203.0.113.8' },
      { act: 'look', by: 'ann-1', name: '', at: 'https://x.example/[erased]', from: '' },
    ])
    const list = await storage.readArchive('signIns', 'ann-1', { before: null, limit: 9 })
    expect(list.lines).toEqual([])
  })
}

/** How the place stands afterwards. */
const standingRules = (place: Place) => {
  test('[ST33] the place loads as it stood, without the documents whose key told', async () => {
    const { storage } = await filled(place)
    await storage.erase(forgetting)
    const loaded = await (await place().reopen()).load()
    expect(loaded).toMatchObject({ checkpointSeq: 7, entries: [] })
    expect(loaded.documents.map(({ id }) => id).sort()).toEqual(['account/ann-1', 'account/ann-12'])
  })

  test('[ST34] a document that was forgotten begins anew, also when it did so before the store forgot it', async () => {
    const { storage, epoch } = await filled(place)
    const anew = whole(`play/${steamId}`, { since: 9 })
    await storage.append([sampleEntry(8, epoch, { changes: [anew], archive: [] })])
    await storage.erase(forgetting)
    const again = await place().reopen()
    const loaded = await again.load()
    expect(loaded.entries.map(({ changes }) => changes)).toEqual([[anew]])
    await again.append([sampleEntry(9, loaded.epoch, { changes: [{ ...anew, version: 2, patches: [] }], archive: [] })])
    await again.checkpoint(9, [{ id: anew.id, version: 2, value: { since: 9 } }])
    expect((await (await place().reopen()).load()).documents).toHaveLength(3)
  })

  test('[ST35] what the checkpoint does not cover is left as it is, and forgetting twice does no harm', async () => {
    const { storage, epoch } = await filled(place)
    const later = sampleEntry(8, epoch, { actor: 'ann-1', changes: [] })
    await storage.append([later])
    await storage.erase(forgetting)
    const once = await storage.tail(0, 99)
    expect(once[7]).toEqual(later)
    await storage.erase(forgetting)
    expect(await storage.tail(0, 99)).toEqual(once)
    expect((await (await place().reopen()).load()).entries).toEqual([later])
  })
}

/** Several at once, and in two steps. */
const togetherRules = (place: Place) => {
  test('[ST36] several are forgotten together, and the rest is as it was', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...forgetting, ids: ['ann-1', 'ann-12'] })
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'Paris']) expect(left, word).not.toContain(word)
    expect(JSON.stringify(await storage.tail(0, 99))).not.toContain('Bob')
    expect((await (await place().reopen()).load()).checkpointSeq).toBe(7)
  })

  test('[ST37] what is forgotten with traces left cannot be read, and the next forgetting leaves none', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...forgetting, skipCompaction: true })
    expect(JSON.stringify(await storage.tail(0, 99))).not.toContain('Annie')
    expect(JSON.stringify(await auditOf(storage))).not.toContain(steamId)
    await storage.erase({ ...forgetting, externalIds: [], documents: [] })
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'Paris']) expect(left, word).not.toContain(word)
  })
}

export const eraseRules = (place: Place) => {
  readingRules(place)
  standingRules(place)
  togetherRules(place)

  test('[ST38] who was refused is not told "yes" afterwards', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const refused = { code: 'tooPoor', message: 'You did not have that many coins.' }
    const nothing = { input: null, output: null, changes: [], archive: [] }
    await storage.append([sampleEntry(1, epoch, { ...nothing, actor: 'ann-1', refused })])
    await storage.checkpoint(1, [])
    await storage.erase({ ...forgetting, externalIds: ['ann-1'] })
    expect(await storage.answers(0)).toMatchObject([{ seq: 1, refused }])
  })
}
