import { expect, test } from 'vitest'
import { newCommandId } from '../../../shared/engine/ids.ts'
import { newHubCommandId } from '../../engine/answers.ts'
import type { Entry } from '../../engine/entry.ts'
import type { Storage } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntries, sampleEntry, talliesAt } from './sampleEntries.ts'

const time = 1_700_000_000_000
const idAt = (at: number, nth = 0) => newCommandId(at, new Uint8Array(10).fill(nth))

const found = async (storage: Storage, { actor, commandId }: Pick<Entry, 'actor' | 'commandId'>) => {
  const answer = await storage.findAnswer(actor, commandId ?? '')
  return answer && { seq: answer.seq, output: answer.output, refused: answer.refused }
}
const answerOf = ({ seq, output, refused }: Entry) => ({ seq, output, refused })

/** A store answers a command id from its journal: no hub has to keep all answers in memory. */
export const answerRules = (place: Place) => {
  test('[AM1] an answer is found by the actor and the command id: after the append, a checkpoint and a restart', async () => {
    let { storage } = place()
    const { epoch } = await storage.load()
    const entries = [
      sampleEntry(1, epoch, { commandId: idAt(time), output: { won: true } }),
      sampleEntry(2, epoch, { commandId: null }),
      sampleEntry(3, epoch, { commandId: idAt(time, 1), output: null }),
    ]
    const [first, , third] = entries as [Entry, Entry, Entry]
    await storage.append(entries)
    const check = async () => {
      expect(await found(storage, first)).toEqual(answerOf(first))
      expect(await found(storage, third)).toEqual(answerOf(third))
      expect(await storage.findAnswer(first.actor, idAt(time, 2))).toBeNull()
    }
    await check()
    await storage.checkpoint(2, talliesAt(2))
    await check()
    storage = await place().reopen()
    await storage.load()
    await check()
  })

  test('[AM2] an id belongs to the actor who made it, and is compared letter by letter', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const commandId = idAt(0x19abcdef000)
    const entries = [
      sampleEntry(1, epoch, { commandId, actor: 'ann' }),
      sampleEntry(2, epoch, { commandId, actor: 'bob' }),
      sampleEntry(3, epoch, { commandId: commandId.toUpperCase(), actor: 'ann' }),
      sampleEntry(4, epoch, { commandId, actor: '' }),
    ]
    await storage.append(entries)
    for (const entry of entries) expect(await found(storage, entry)).toEqual(answerOf(entry))
    expect(await found(storage, { actor: 'cyd', commandId })).toBeNull()
    expect(await found(storage, { actor: 'bob', commandId: commandId.toUpperCase() })).toBeNull()
  })

  test('[AM3] the answer of a refused command, and of a command of the hub, is found as it was', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const refused = { code: 'tooPoor', message: 'You did not have that many coins.' }
    const none = { input: null, output: null, changes: [], archive: [] }
    const entries = [
      sampleEntry(1, epoch, { ...none, commandId: idAt(time), refused }),
      sampleEntry(2, epoch, { commandId: newHubCommandId(7, 'a1'), output: { sent: 2 } }),
    ]
    await storage.append(entries)
    expect(await storage.tail(0, 9)).toEqual(entries)
    for (const entry of entries) expect(await found(storage, entry)).toEqual(answerOf(entry))
  })

  test("[AM4] a load says the latest time of a user's command id, whatever the order, the letters and the clock of the hub", async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const latest = 0x19fffffffff
    const ids = [
      idAt(time),
      idAt(latest).toUpperCase(),
      idAt(0x19aaaaaaaaa),
      newHubCommandId(7, idAt(latest + 9)),
      null,
    ]
    await storage.append(ids.slice(0, 2).map((commandId, at) => sampleEntry(at + 1, epoch, { commandId })))
    await storage.append(ids.slice(2).map((commandId, at) => sampleEntry(at + 3, epoch, { commandId })))
    await storage.checkpoint(4, talliesAt(4))
    expect((await (await place().reopen()).load()).newestIdAt).toBe(latest)
  })

  test('[AM5] of 3,000 answers each is found, while entries are appended and checkpoints are written', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const entries = sampleEntries(1, 3_000, epoch).map((entry) => ({
      ...entry,
      commandId: idAt(time, entry.seq % 250),
    }))
    const actors = entries.map((entry) => ({ ...entry, actor: `actor${entry.seq}` }))
    await storage.append(actors.slice(0, 2_000))
    const written = storage.checkpoint(2_000, talliesAt(2_000))
    const appended = storage.append(actors.slice(2_000))
    for (const entry of actors.slice(0, 2_000).filter(({ seq }) => seq % 97 === 0))
      expect(await found(storage, entry)).toEqual(answerOf(entry))
    await Promise.all([written, appended])
    for (const entry of actors.filter(({ seq }) => seq % 97 === 1))
      expect(await found(storage, entry)).toEqual(answerOf(entry))
  })
}
