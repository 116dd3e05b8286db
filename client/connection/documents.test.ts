import { atom } from 'jotai'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineDocument, everyone } from '../../shared/engine/document.ts'
import { lingerMs } from './documents.ts'
import { openConnection, turn } from './testing/openConnection.ts'
import { copyAtom, documentAtom } from './useDocument.ts'

const sky = defineDocument({
  kind: 'sky',
  schema: z.object({ clouds: z.int().default(0) }),
  readableBy: everyone,
  memory: 'live',
})
const id = 'sky/'
const snapshot = (version: number, clouds: number, epoch = 1) => ({
  type: 'snapshot',
  id,
  epoch,
  version,
  value: { clouds },
})
const patch = (version: number, clouds: number) => ({
  type: 'patch',
  id,
  version,
  patches: [{ op: 'replace', path: ['clouds'], value: clouds }],
})
const watched = ({ of }: Pick<ReturnType<typeof openConnection>, 'of'>) =>
  of('watch').map(({ message }) => (message as { documents: unknown[] }).documents)

test('[DO1] a document is watched for as long as its atom is mounted, and a little longer', async () => {
  const parts = openConnection()
  const { store, greet, down, clock, of } = parts
  greet()
  const unmount = store.sub(documentAtom(sky), () => {})
  await turn()
  expect(watched(parts)).toEqual([[{ id }]])
  expect(store.get(documentAtom(sky))).toMatchObject({ state: 'loading', value: null })
  down(snapshot(1, 5))
  expect(store.get(documentAtom(sky))).toEqual({ state: 'here', value: { clouds: 5 }, at: 0 })
  unmount()
  clock.pass(lingerMs - 1)
  store.sub(documentAtom(sky), () => {})()
  clock.pass(lingerMs - 1)
  expect(of('unwatch')).toEqual([])
  expect(store.get(documentAtom(sky)).state).toBe('here')
  clock.pass(1)
  expect(of('unwatch').map(({ message }) => message)).toEqual([{ documents: [id] }])
  expect(store.get(documentAtom(sky)).state).toBe('loading')
  expect(watched(parts)).toHaveLength(1)
})

test('[DO2] an atom derived from documents watches them too, and is worked out once per flush', async () => {
  const parts = openConnection()
  const { store, greet, down } = parts
  let workings = 0
  const total = atom((get) => {
    workings += 1
    return ['', 'x'].reduce((sum, key) => sum + (get(documentAtom(sky, key)).value?.clouds ?? 0), 0)
  })
  greet()
  store.sub(total, () => {})
  await turn()
  expect(watched(parts)).toEqual([[{ id }, { id: 'sky/x' }]])
  const before = workings
  down(snapshot(1, 5), { ...snapshot(1, 2), id: 'sky/x' })
  expect(store.get(total)).toBe(7)
  expect(workings - before).toBe(1)
})

test('[DO3] what the hub refuses is refused, and asked for again when more is allowed', async () => {
  const parts = openConnection()
  const { store, greet, down, of } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  of('watch')[0]?.answer({ refused: [id] })
  expect(store.get(documentAtom(sky)).state).toBe('refused')
  greet({ may: ['look', 'play'] })
  expect(store.get(documentAtom(sky)).state).toBe('loading')
  await turn()
  expect(watched(parts)).toHaveLength(2)
  down(snapshot(1, 5))
  expect(store.get(documentAtom(sky)).state).toBe('here')
})

test('[DO4] what is dropped is gone from the screen in the same moment', async () => {
  const { store, greet, down } = openConnection()
  greet()
  store.sub(documentAtom(sky), () => {})
  down(snapshot(1, 5))
  down({ type: 'dropped', id })
  expect(store.get(documentAtom(sky))).toEqual({ state: 'refused', value: null, at: null })
})

test('[DO5] a missed patch is asked for once, with what is held, however many more come meanwhile', async () => {
  const parts = openConnection()
  const { store, greet, down } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(1, 5))
  down(patch(3, 7))
  await turn()
  down(patch(4, 8))
  await turn()
  expect(watched(parts).slice(1)).toEqual([[{ id, held: { epoch: 1, version: 1 } }]])
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
  down(patch(2, 6), patch(3, 7), patch(4, 8))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 8 })
  down(patch(6, 9))
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id, held: { epoch: 1, version: 4 } }])
})

test('[DO6] a copy that cannot be built upon is asked for as if nothing were held', async () => {
  const parts = openConnection()
  const { store, greet, down } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(1, 5))
  down({ ...patch(2, 6), patches: [{ op: 'replace', path: ['no', 'such', 'place'], value: 1 }] })
  await turn()
  down({ type: 'current', id, epoch: 1, version: 9 })
  await turn()
  expect(watched(parts).slice(1)).toEqual([[{ id }]])
  down(snapshot(2, 6))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 6 })
})

test('[DO7] on a new connection everything wanted is asked for with what is held, and nothing else', async () => {
  const parts = openConnection()
  const { store, greet, lose, down, sent } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  store.sub(documentAtom(sky, 'x'), () => {})
  await turn()
  expect(sent).toHaveLength(1)
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
  greet({ epoch: 2 })
  await turn()
  expect(watched(parts)[1]).toEqual([{ id, held: { epoch: 1, version: 3 } }, { id: 'sky/x' }])
  down({ type: 'current', id, epoch: 1, version: 3 })
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
})

test('[DO8] a watch that is not answered is asked again', async () => {
  const parts = openConnection()
  const { store, greet, clock } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  clock.pass(5_000)
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id }]])
})

test('[DO9] many documents go in few messages', async () => {
  const parts = openConnection()
  const { store, greet } = parts
  greet()
  for (let key = 0; key < 250; key += 1) store.sub(documentAtom(sky, String(key)), () => {})
  await turn()
  expect(watched(parts).map(({ length }) => length)).toEqual([100, 100, 50])
})

test('[DO10] coming back as somebody else, what was held is forgotten before anything is asked', async () => {
  const parts = openConnection()
  const { store, greet, down, connection } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  connection.restart()
  expect(store.get(documentAtom(sky)).state).toBe('loading')
  greet({ you: { id: 'bob', name: 'Bob', role: 'player', session: null } })
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id }])
})

test('[DO11] a change that cannot be read is left out, and found missing afterwards', async () => {
  const parts = openConnection()
  const { store, greet, down, say } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(1, 5))
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  say('down', { changes: [{ type: 'surprise', id }] })
  say('down', null)
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
  down(patch(3, 7))
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id, held: { epoch: 1, version: 1 } }])
})

test('[DO12] frames go to who listens, past the store, and a listener can ask for a key frame', async () => {
  const parts = openConnection()
  const { connection, store, greet, frame } = parts
  greet({ now: 777 })
  const frames: number[][] = []
  const listening = connection.stream('positions/main', (bytes, at) => frames.push([at, ...bytes]))
  await turn()
  frame('positions/main', 1, 2)
  frame('positions/other', 9)
  expect(frames).toEqual([[777, 1, 2]])
  expect(store.get(copyAtom('positions/main')).state).toBe('here')
  listening.again()
  await turn()
  expect(watched(parts)).toEqual([[{ id: 'positions/main' }], [{ id: 'positions/main' }]])
  listening.stop()
  frame('positions/main', 3)
  expect(frames).toHaveLength(1)
})

test('[DO13] the answer of a node that is behind is an answer: what is missed after it is asked for', async () => {
  const parts = openConnection()
  const { store, greet, lose, down } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  greet()
  await turn()
  down(snapshot(2, 4))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
  down(patch(2_000_000_000, 9))
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id, held: { epoch: 1, version: 3 } }])
  expect(watched(parts)).toHaveLength(3)
  down(snapshot(2_000_000_000, 9, 2))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 9 })
})

test('[DO15] what is watched is asked for as the connection is made, with what is held, and not once more', async () => {
  const parts = openConnection()
  const { store, greet, lose, down, clock, firstWord } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  clock.pass(60_000)
  expect(firstWord()?.watch).toEqual({ documents: [{ id, held: { epoch: 1, version: 3 } }] })
  store.sub(documentAtom(sky, 'later'), () => {})
  greet()
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id: 'sky/later' }]])
  down(patch(4, 6))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 6 })
  down({ type: 'dropped', id })
  expect(store.get(documentAtom(sky)).state).toBe('refused')
})

test('[DO15] what nobody answers is asked for again, as by a hub that does not hear it', async () => {
  const parts = openConnection()
  const { store, greet, lose, clock } = parts
  greet()
  store.sub(documentAtom(sky), () => {})
  await turn()
  lose()
  clock.pass(60_000)
  await turn()
  greet()
  await turn()
  expect(watched(parts)).toHaveLength(1)
  clock.pass(5_000)
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id }]])
})
