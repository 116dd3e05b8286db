import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Published } from '../engine/hub.ts'
import { followErasures } from './replay.ts'

function open(pending: Record<string, { externalIds: string[] }>) {
  const log: string[] = []
  const state = { pending, fails: false }
  let listener: (published: readonly Published[]) => void = () => {}
  const stop = followErasures({
    hub: {
      read: () => ({ pending: state.pending }) as never,
      onPublish(given) {
        listener = given
        return () => {}
      },
    },
    recordings: [
      {
        async forget(ids) {
          log.push(ids.join())
          if (state.fails) throw new Error('the disk is full')
        },
      },
    ],
    onFault: (what) => log.push(what),
  })
  const publish = async (kind: string) => {
    listener([{ id: `${kind}/all`, version: 1, patches: [] }])
    await nextTurn()
  }
  return { log, state, publish, stop }
}

test('[ER16] each node removes erased persons from its recording: once, and those erased before its start', async () => {
  const { log, state, publish } = open({ one: { externalIds: ['1', '2'] }, noWords: { externalIds: [] } })
  expect(log).toEqual(['1,2'])
  await publish('erasures')
  await publish('roster')
  state.pending = { one: { externalIds: ['1', '2'] }, other: { externalIds: ['3'] } }
  await publish('roster')
  expect(log).toEqual(['1,2'])
  await publish('erasures')
  expect(log).toEqual(['1,2', '3'])
})

test('[ER17] a failed removal is reported and repeated at the next change', async () => {
  const { log, state, publish } = open({})
  state.pending = { one: { externalIds: ['1'] } }
  state.fails = true
  await publish('erasures')
  state.fails = false
  await publish('erasures')
  expect(log).toEqual(['1', 'erase a person from the recording', '1'])
})
