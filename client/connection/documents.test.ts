import { atom } from 'jotai'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineDocument, everyone, notPersonal } from '../../shared/engine/document.ts'
import { lingerMs } from './documents.ts'
import { openConnection, turn } from './testing/openConnection.ts'
import { copyAtom, documentAtom } from './useDocument.ts'

const sky = defineDocument({
  kind: 'sky',
  schema: z.object({ clouds: z.int().default(0) }),
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the weather'),
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

test('[DO1] a document is watched while its atom is mounted, and for a short time after', async () => {
  const parts = openConnection()
  const { store, hello, down, clock, of } = parts
  hello()
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

test('[DO2] an atom derived from documents watches them too, and is computed once per flush', async () => {
  const parts = openConnection()
  const { store, hello, down } = parts
  let computed = 0
  const total = atom((get) => {
    computed += 1
    return ['', 'x'].reduce((sum, key) => sum + (get(documentAtom(sky, key)).value?.clouds ?? 0), 0)
  })
  hello()
  store.sub(total, () => {})
  await turn()
  expect(watched(parts)).toEqual([[{ id }, { id: 'sky/x' }]])
  const before = computed
  down(snapshot(1, 5), { ...snapshot(1, 2), id: 'sky/x' })
  expect(store.get(total)).toBe(7)
  expect(computed - before).toBe(1)
})

test('[DO3] a refused document is requested again when the permissions change', async () => {
  const parts = openConnection()
  const { store, hello, down, of } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  of('watch')[0]?.answer({ refused: [id] })
  expect(store.get(documentAtom(sky)).state).toBe('refused')
  hello({ may: ['look', 'play'] })
  expect(store.get(documentAtom(sky)).state).toBe('loading')
  await turn()
  expect(watched(parts)).toHaveLength(2)
  down(snapshot(1, 5))
  expect(store.get(documentAtom(sky)).state).toBe('here')
})

test('[DO4] a dropped document disappears from the screen at once', async () => {
  const { store, hello, down } = openConnection()
  hello()
  store.sub(documentAtom(sky), () => {})
  down(snapshot(1, 5))
  down({ type: 'dropped', id })
  expect(store.get(documentAtom(sky))).toEqual({ state: 'refused', value: null, at: null })
})

test('[DO5] a missed patch is requested once, with the held version, however many patches follow', async () => {
  const parts = openConnection()
  const { store, hello, down } = parts
  hello()
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

test('[DO6] a copy to which a patch cannot be applied is requested without a held version', async () => {
  const parts = openConnection()
  const { store, hello, down } = parts
  hello()
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

test('[DO7] on a new connection exactly the watched documents are requested, with the held versions', async () => {
  const parts = openConnection()
  const { store, hello, lose, down, sent } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  store.sub(documentAtom(sky, 'x'), () => {})
  await turn()
  expect(sent).toHaveLength(1)
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
  hello({ epoch: 2 })
  await turn()
  expect(watched(parts)[1]).toEqual([{ id, held: { epoch: 1, version: 3 } }, { id: 'sky/x' }])
  down({ type: 'current', id, epoch: 1, version: 3 })
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 5 })
})

test('[DO8] an unanswered watch is requested again', async () => {
  const parts = openConnection()
  const { store, hello, clock } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  clock.pass(5_000)
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id }]])
})

test('[DO9] many documents are requested in few messages', async () => {
  const parts = openConnection()
  const { store, hello } = parts
  hello()
  for (let key = 0; key < 250; key += 1) store.sub(documentAtom(sky, String(key)), () => {})
  await turn()
  expect(watched(parts).map(({ length }) => length)).toEqual([100, 100, 50])
})

test('[DO10] after a restart as another principal all copies are forgotten before any request', async () => {
  const parts = openConnection()
  const { store, hello, down, connection } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  connection.restart()
  expect(store.get(documentAtom(sky)).state).toBe('loading')
  hello({ principal: { id: 'bob', name: 'Bob', role: 'player', session: null } })
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id }])
})

test('[DO11] an unreadable change is dropped, and the gap is found afterwards', async () => {
  const parts = openConnection()
  const { store, hello, down, sendRaw } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(1, 5))
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  sendRaw('down', { changes: [{ type: 'surprise', id }] })
  sendRaw('down', null)
  expect(warn).toHaveBeenCalledTimes(2)
  warn.mockRestore()
  down(patch(3, 7))
  await turn()
  expect(watched(parts).at(-1)).toEqual([{ id, held: { epoch: 1, version: 1 } }])
})

test('[DO12] frames go to their listeners, bypass the store, and a listener can request a key frame', async () => {
  const parts = openConnection()
  const { connection, store, hello, frame } = parts
  hello({ now: 777 })
  const frames: number[][] = []
  const listening = connection.stream('positions/main', (bytes, at) => frames.push([at, ...bytes]))
  await turn()
  frame('positions/main', 1, 2)
  frame('positions/other', 9)
  expect(frames).toEqual([[777, 1, 2]])
  expect(store.get(copyAtom('positions/main')).state).toBe('here')
  listening.requestKeyFrame()
  await turn()
  expect(watched(parts)).toEqual([[{ id: 'positions/main' }], [{ id: 'positions/main' }]])
  listening.stop()
  frame('positions/main', 3)
  expect(frames).toHaveLength(1)
})

test('[DO13] a snapshot of a lagging node counts as the answer, and later gaps are requested', async () => {
  const parts = openConnection()
  const { store, hello, lose, down } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  hello()
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

test('[DO15] watched documents are requested with the connection itself, with the held versions, and not a second time', async () => {
  const parts = openConnection()
  const { store, hello, lose, down, clock, openingRequest } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  down(snapshot(3, 5))
  lose()
  clock.pass(60_000)
  expect(openingRequest()?.watch).toEqual({ documents: [{ id, held: { epoch: 1, version: 3 } }] })
  store.sub(documentAtom(sky, 'later'), () => {})
  hello()
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id: 'sky/later' }]])
  down(patch(4, 6))
  expect(store.get(documentAtom(sky)).value).toEqual({ clouds: 6 })
  down({ type: 'dropped', id })
  expect(store.get(documentAtom(sky)).state).toBe('refused')
})

test('[DO16] an initial watch that is not answered is requested again', async () => {
  const parts = openConnection()
  const { store, hello, lose, clock } = parts
  hello()
  store.sub(documentAtom(sky), () => {})
  await turn()
  lose()
  clock.pass(60_000)
  await turn()
  hello()
  await turn()
  expect(watched(parts)).toHaveLength(1)
  clock.pass(5_000)
  await turn()
  expect(watched(parts)).toEqual([[{ id }], [{ id }]])
})
