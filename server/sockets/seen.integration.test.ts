import { afterEach, expect, test } from 'vitest'
import { createWire } from '../../client/connection/wire.ts'
import { person } from '../testing/people.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway | null = null
afterEach(async () => {
  await open?.close()
  open = null
})

/** A page that comes with what it has seen. */
function come(seen: number) {
  const port = open?.port
  const wire = createWire(`http://127.0.0.1:${port}`, { origin: `http://127.0.0.1:${port}`, cookie: 'ann' })
  const heard: unknown[] = []
  const ignore = () => {}
  wire.listen({ hello: (hello) => heard.push(hello), lost: ignore, down: ignore, positions: ignore, notice: ignore })
  wire.open(seen)
  return { wire, heard }
}

test('[SN1] whoever was answered elsewhere is greeted once this node has come as far, by who they are then', async () => {
  const waiting: { readonly seq: number; readonly act: () => void }[] = []
  open = await openGateway({ reached: (seq, act) => void waiting.push({ seq, act }) })
  const [early, gone] = [come(7), come(8)]
  await expect.poll(() => waiting.map(({ seq }) => seq).toSorted()).toEqual([7, 8])
  gone.wire.close()
  await expect.poll(() => open?.gateway.sockets()).toBe(1)
  expect(early.heard).toEqual([])
  open.seat('ann', 'owner')
  for (const { act } of waiting) act()
  await expect.poll(() => early.heard).toMatchObject([{ you: { id: person('ann').id, role: 'owner' } }])
  expect(gone.heard).toEqual([])
  expect(open.faults).toEqual([])
  early.wire.close()
})

test('[SN2] who says nothing of what they have seen, or says nonsense, waits for nothing', async () => {
  const asked: number[] = []
  open = await openGateway({
    reached(seq, act) {
      asked.push(seq)
      act()
    },
  })
  const pages = [come(Number.NaN), come('all' as never), come(1e300)]
  await open.enter()
  await expect.poll(() => pages.every(({ heard }) => heard.length === 1)).toBe(true)
  expect(asked).toEqual([0, 0, 0, 0])
  for (const { wire } of pages) wire.close()
})
