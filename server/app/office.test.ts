import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { NodeRole, Run } from '../cluster/node.ts'
import type { Authority } from './authority.ts'
import { holdOffice } from './office.ts'

/** A node whose lease comes and goes as the test wants, and what is begun and ended because of it. */
async function openOffice({ startsAs = null as number | null, fails = (_epoch: number): boolean => false } = {}) {
  const told: string[] = []
  const opening = new Map<number, () => void>()
  let run: Run | null = startsAs === null ? null : ({ epoch: startsAs } as Run)
  let listener: (role: NodeRole, run: Run | null) => void = () => {}
  const become = (epoch: number | null) => {
    run = epoch === null ? null : ({ epoch } as Run)
    listener(run ? 'authority' : 'follower', run)
  }
  const node = {
    run: () => run,
    onRole(given: typeof listener) {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    async stepDown() {
      told.push('steps down')
    },
  }
  const open = async ({ epoch }: Run) => {
    told.push(`begins ${epoch}`)
    if (epoch !== startsAs) await new Promise<void>((resolve) => opening.set(epoch, resolve))
    if (fails(epoch)) throw new Error('no game')
    return { leave: async () => void told.push(`ends ${epoch}`) } as unknown as Authority
  }
  const office = await holdOffice({ node, open, onFault: (what) => told.push(`fault: ${what}`) })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  const opened = async (epoch: number) => {
    opening.get(epoch)?.()
    await settled()
  }
  return { office, told, become, opened, settled }
}

test('[OF1] who decides from the beginning has begun before anybody comes', async () => {
  const { office, told } = await openOffice({ startsAs: 1 })
  expect(told).toEqual(['begins 1'])
  expect(office.authority()).not.toBeNull()
})

test('[OF2] all begins with a run and ends with it, again and again', async () => {
  const { office, told, become, opened, settled } = await openOffice()
  expect(office.authority()).toBeNull()
  for (const epoch of [1, 2]) {
    become(epoch)
    await settled()
    await opened(epoch)
    expect(office.authority()).not.toBeNull()
    become(null)
    await settled()
    expect(office.authority()).toBeNull()
  }
  expect(told).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2'])
})

test('[OF3] a run that ends while all begins ends all that has begun, and never two are at it', async () => {
  const { told, become, opened, settled } = await openOffice()
  become(1)
  await settled()
  become(null)
  become(2)
  await settled()
  expect(told).toEqual(['begins 1'])
  await opened(1)
  await opened(2)
  expect(told).toEqual(['begins 1', 'ends 1', 'begins 2'])
})

test('[OF4] what cannot begin here is told, and left to another node', async () => {
  const { office, told, become, opened, settled } = await openOffice({ fails: (epoch) => epoch === 1 })
  become(1)
  await settled()
  await opened(1)
  expect(told).toEqual(['begins 1', 'fault: begin to decide', 'steps down'])
  become(null)
  become(2)
  await settled()
  await opened(2)
  expect(office.authority()).not.toBeNull()
})

test('[OF5] a hub that cannot begin at all does not start', async () => {
  await expect(openOffice({ startsAs: 1, fails: () => true })).rejects.toThrow('no game')
})

test('[OF6] who closes the office ends what goes on, and begins nothing more', async () => {
  const { office, told, become, settled } = await openOffice({ startsAs: 1 })
  await office.close()
  become(2)
  await settled()
  expect(told).toEqual(['begins 1', 'ends 1'])
})
