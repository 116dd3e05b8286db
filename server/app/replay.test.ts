import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Published } from '../engine/hub.ts'
import { followErasures } from './replay.ts'

function open(pending: Record<string, { externalIds: string[] }>) {
  const told: string[] = []
  const standing = { pending, fails: false }
  let listener: (published: readonly Published[]) => void = () => {}
  const stop = followErasures({
    hub: {
      read: () => ({ pending: standing.pending }) as never,
      onPublish(given) {
        listener = given
        return () => {}
      },
    },
    replay: {
      async forget(ids) {
        told.push(ids.join())
        if (standing.fails) throw new Error('the disk is full')
      },
    },
    onFault: (what) => told.push(what),
  })
  const publish = async (kind: string) => {
    listener([{ id: `${kind}/all`, version: 1, patches: [] }])
    await nextTurn()
  }
  return { told, standing, publish, stop }
}

test('[ER14] every node takes out of what it has recorded whoever is to be forgotten: once, and those of before its start', async () => {
  const { told, standing, publish } = open({ one: { externalIds: ['1', '2'] }, noWords: { externalIds: [] } })
  expect(told).toEqual(['1,2'])
  await publish('erasures')
  await publish('roster')
  standing.pending = { one: { externalIds: ['1', '2'] }, other: { externalIds: ['3'] } }
  await publish('roster')
  expect(told).toEqual(['1,2'])
  await publish('erasures')
  expect(told).toEqual(['1,2', '3'])
})

test('[ER15] what the disk did not take is told, and done when it is looked at again', async () => {
  const { told, standing, publish } = open({})
  standing.pending = { one: { externalIds: ['1'] } }
  standing.fails = true
  await publish('erasures')
  standing.fails = false
  await publish('erasures')
  expect(told).toEqual(['1', 'take somebody out of what is recorded', '1'])
})
