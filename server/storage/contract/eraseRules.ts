import { expect, test } from 'vitest'
import type { Erasure, Storage } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntry } from './sampleEntries.ts'
import { wholeLoad } from './wholeLoad.ts'

const steamId = '76561198012345678'
const erasure: Erasure = {
  ids: ['ann-1'],
  externalIds: [steamId, 'Anne "the" Shy'],
  documents: [`play/${steamId}`],
  archives: {
    signIns: 'delete',
    audit: [{ person: 'by', fields: ['name', 'from'] }],
  },
}
const whole = (id: `${string}/${string}`, value: object, version = 1) => ({
  id,
  version,
  patches: [{ op: 'replace' as const, path: [], value }],
})
const plain = { input: {}, output: {}, changes: [], archive: [] }

const filled = async (place: Place) => {
  const { storage } = place()
  const { epoch } = await storage.load()
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
        { kind: 'signIns', about: ['ann-1'], row: { from: 'Paris' } },
        { kind: 'signIns', about: ['ann-12'], row: { from: 'Rome' } },
        { kind: 'audit', about: ['ann-1'], row: audit },
        { kind: 'audit', about: ['ann-12'], row: others },
        { kind: 'audit', about: ['bob-1', 'ann-1'], row: toThem },
        { kind: 'forgotten', about: [steamId, 'ann-12'], row: { note: 'Oslo' } },
        { kind: 'links', about: ['ann-12'], row: { friend: steamId } },
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
const rowsOf = async (storage: Storage, kind: string, about?: string) =>
  (await storage.archivePage({ kind, before: null, limit: 9, ...(about !== undefined && { about }) })).rows.map(
    ({ row }) => row,
  )

/** Rules on the data that can be read about an erased person. */
const contentRules = (place: Place) => {
  test('[ST31] nothing about an erased person is left in any byte of the place', async () => {
    const { storage } = await filled(place)
    expect(await place().raw()).toContain(steamId)
    await storage.erase(erasure)
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'the\\" Shy', 'Paris', 'Oslo', '12345', '203.0.113.7'])
      expect(left, word).not.toContain(word)
    expect(left).toContain('Bob')
  })

  test('[ST32] entries keep when and by whom they were made, and rows what they say about others', async () => {
    const { storage } = await filled(place)
    const before = await storage.tail(0, 99)
    await storage.erase(erasure)
    const after = await storage.tail(0, 99)
    const outline = ({ seq, epoch, at, actor, command, commandId }: (typeof after)[number]) =>
      JSON.stringify({ seq, epoch, at, actor, command, commandId })
    expect(after.map(outline)).toEqual(before.map(outline))
    expect(after[3]).toEqual(before[3])
    expect(after[2]).toMatchObject({ input: null, output: null, changes: [], archive: [] })
    expect(await rowsOf(storage, 'audit')).toEqual([
      { act: 'kick', by: 'bob-1', target: 'ann-1', from: '203.0.113.9' },
      { act: 'look', by: 'ann-12', name: 'Bob', from: '203.0.113.8' },
      { act: 'look', by: 'ann-1', name: '', at: '[erased]', from: '' },
    ])
    expect(await rowsOf(storage, 'signIns', 'ann-1')).toEqual([])
    expect(await rowsOf(storage, 'signIns')).toEqual([{ from: 'Rome' }])
  })

  test('[ST43] rows about an erased person are deleted in an archive whose kind the erasure does not name', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...erasure, archives: {} })
    for (const kind of ['signIns', 'audit', 'forgotten'])
      for (const person of ['ann-1', steamId]) expect(await rowsOf(storage, kind, person)).toEqual([])
    expect(await rowsOf(storage, 'audit')).toHaveLength(1)
    expect(await rowsOf(storage, 'audit', 'bob-1')).toEqual([])
    expect(await rowsOf(storage, 'links', 'ann-12')).toEqual([{ friend: '[erased]' }])
    await storage.erase({ ...erasure, archives: {} })
    expect(await rowsOf(storage, 'audit')).toHaveLength(1)
  })

  test('[ST44] rows about a person are erased by their ids alone, without external ids', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...erasure, externalIds: [], documents: [] })
    expect(await rowsOf(storage, 'signIns', 'ann-1')).toEqual([])
    expect(await rowsOf(storage, 'audit', 'ann-1')).toMatchObject([
      { by: 'bob-1' },
      { by: 'ann-1', name: '', from: '' },
    ])
    expect(await rowsOf(storage, 'links')).toEqual([{ friend: steamId }])
  })

  test('[ST45] the kept answers of an erased person have no output, and stay answers', async () => {
    const { storage } = await filled(place)
    const find = async () => {
      const answers = (await storage.tail(0, 99)).map(({ actor, commandId }) =>
        storage.findAnswer(actor, commandId ?? ''),
      )
      return (await Promise.all(answers)).map((answer) => answer && { seq: answer.seq, output: answer.output })
    }
    const before = await find()
    await storage.erase(erasure)
    const after = await find()
    expect(after.map((answer) => answer?.seq)).toEqual(before.map((answer) => answer?.seq))
    expect(after[2]).toEqual({ seq: 3, output: null })
    expect(after[3]).toEqual(before[3])
  })
}

/** The state of the place afterwards. */
const stateRules = (place: Place) => {
  test('[ST33] after an erasure the place loads as before, without the documents whose key identifies the person', async () => {
    const { storage } = await filled(place)
    await storage.erase(erasure)
    const loaded = await (await place().reopen()).load()
    expect(loaded).toMatchObject({ checkpointSeq: 7, lastSeq: 7 })
    expect(loaded.documents.map(({ id }) => id).sort()).toEqual(['account/ann-1', 'account/ann-12'])
  })

  test('[ST34] an erased document may be written again from version 1, even before the store has erased it', async () => {
    const { storage, epoch } = await filled(place)
    const again = whole(`play/${steamId}`, { since: 9 })
    await storage.append([sampleEntry(8, epoch, { changes: [again], archive: [] })])
    await storage.erase(erasure)
    const reopened = await place().reopen()
    const loaded = await wholeLoad(reopened)
    expect(loaded.entries.map(({ changes }) => changes)).toEqual([[again]])
    await reopened.append([
      sampleEntry(9, loaded.epoch, { changes: [{ ...again, version: 2, patches: [] }], archive: [] }),
    ])
    await reopened.checkpoint(9, [{ id: again.id, version: 2, value: { since: 9 } }])
    expect((await (await place().reopen()).load()).documents).toHaveLength(3)
  })

  test('[ST35] entries after the checkpoint stay as they are, and a second erasure changes nothing', async () => {
    const { storage, epoch } = await filled(place)
    const later = sampleEntry(8, epoch, { actor: 'ann-1', changes: [] })
    await storage.append([later])
    await storage.erase(erasure)
    const once = await storage.tail(0, 99)
    expect(once[7]).toEqual(later)
    await storage.erase(erasure)
    expect(await storage.tail(0, 99)).toEqual(once)
    expect((await wholeLoad(await place().reopen())).entries).toEqual([later])
  })
}

/** Several persons at once, and in two steps. */
const repeatedRules = (place: Place) => {
  test('[ST36] several persons are erased together, and everything else stays', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...erasure, ids: ['ann-1', 'ann-12'] })
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'Paris']) expect(left, word).not.toContain(word)
    expect(JSON.stringify(await storage.tail(0, 99))).not.toContain('Bob')
    expect((await (await place().reopen()).load()).checkpointSeq).toBe(7)
  })

  test('[ST37] after an erasure without compaction nothing can be read, and the next erasure leaves no byte', async () => {
    const { storage } = await filled(place)
    await storage.erase({ ...erasure, skipCompaction: true })
    expect(JSON.stringify(await storage.tail(0, 99))).not.toContain('Annie')
    expect(JSON.stringify(await rowsOf(storage, 'audit'))).not.toContain(steamId)
    await storage.erase({ ...erasure, externalIds: [], documents: [] })
    const left = await place().raw()
    for (const word of [steamId, 'Annie', 'Paris']) expect(left, word).not.toContain(word)
  })
}

export const eraseRules = (place: Place) => {
  contentRules(place)
  stateRules(place)
  repeatedRules(place)

  test('[ST38] the refusal of an erased person stays a refusal', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const refused = { code: 'tooPoor', message: 'You did not have that many coins.' }
    const entry = sampleEntry(1, epoch, { ...plain, input: null, output: null, actor: 'ann-1', refused })
    await storage.append([entry])
    await storage.checkpoint(1, [])
    await storage.erase({ ...erasure, externalIds: ['ann-1'] })
    expect(await storage.tail(0, 9)).toMatchObject([{ seq: 1, refused }])
    const reopened = await place().reopen()
    await reopened.load()
    expect(await reopened.findAnswer('ann-1', entry.commandId ?? '')).toMatchObject({ seq: 1, refused })
  })
}
