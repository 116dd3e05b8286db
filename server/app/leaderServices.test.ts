import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { NodeRole, Term } from '../cluster/node.ts'
import { type LeaderServices, runLeaderServices } from './leaderServices.ts'

/** A node whose role the test sets, and a log of what opens and ends. */
async function openServices({ startsAs = null as number | null, fails = (_epoch: number): boolean => false } = {}) {
  const log: string[] = []
  const opening = new Map<number, () => void>()
  let term: Term | null = startsAs === null ? null : ({ epoch: startsAs } as Term)
  let listener: (role: NodeRole, term: Term | null) => void = () => {}
  const become = (epoch: number | null) => {
    term = epoch === null ? null : ({ epoch } as Term)
    listener(term ? 'leader' : 'follower', term)
  }
  const node = {
    term: () => term,
    onRole(given: typeof listener) {
      listener = given
      return () => {
        listener = () => {}
      }
    },
    async stepDown() {
      log.push('steps down')
    },
  }
  const open = async ({ epoch }: Term) => {
    log.push(`begins ${epoch}`)
    if (epoch !== startsAs) await new Promise<void>((resolve) => opening.set(epoch, resolve))
    if (fails(epoch)) throw new Error('no game')
    return { leave: async () => void log.push(`ends ${epoch}`) } as unknown as LeaderServices
  }
  const services = await runLeaderServices({ node, open, onFault: (what) => log.push(`fault: ${what}`) })
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  }
  const opened = async (epoch: number) => {
    opening.get(epoch)?.()
    await settled()
  }
  return { services, log, become, opened, settled }
}

test('[OF1] a node that leads from the start has opened the services before it serves users', async () => {
  const { services, log } = await openServices({ startsAs: 1 })
  expect(log).toEqual(['begins 1'])
  expect(services.current()).not.toBeNull()
})

test('[OF2] services open with each term and end with it', async () => {
  const { services, log, become, opened, settled } = await openServices()
  expect(services.current()).toBeNull()
  for (const epoch of [1, 2]) {
    become(epoch)
    await settled()
    await opened(epoch)
    expect(services.current()).not.toBeNull()
    become(null)
    await settled()
    expect(services.current()).toBeNull()
  }
  expect(log).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2'])
})

test('[OF3] a term that ends while its services open closes them, and two are never open at the same time', async () => {
  const { log, become, opened, settled } = await openServices()
  become(1)
  await settled()
  become(null)
  become(2)
  await settled()
  expect(log).toEqual(['begins 1'])
  await opened(1)
  await opened(2)
  expect(log).toEqual(['begins 1', 'ends 1', 'begins 2'])
})

test('[OF4] services that fail to open are reported, and another node leads', async () => {
  const { services, log, become, opened, settled } = await openServices({ fails: (epoch) => epoch === 1 })
  become(1)
  await settled()
  await opened(1)
  expect(log).toEqual(['begins 1', 'fault: begin to lead', 'steps down'])
  become(null)
  become(2)
  await settled()
  await opened(2)
  expect(services.current()).not.toBeNull()
})

test('[OF5] a lone hub whose services fail to open does not start', async () => {
  await expect(openServices({ startsAs: 1, fails: () => true })).rejects.toThrow('no game')
})

test('[OF6] closing ends the services, and none opens afterwards', async () => {
  const { services, log, become, settled } = await openServices({ startsAs: 1 })
  await services.close()
  become(2)
  await settled()
  expect(log).toEqual(['begins 1', 'ends 1'])
})
