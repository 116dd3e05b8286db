import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Published } from '../engine/hub.ts'
import { createTestClock } from '../testing/clock.ts'
import { followErasures } from './replay.ts'

const minuteMs = 60_000

function open(pending: Record<string, { externalIds: string[] }>, hubOutlivesNode = true) {
  const log: string[] = []
  const state = { pending, fails: false }
  const clock = createTestClock()
  let listener: (published: readonly Published[]) => void = () => {}
  const act = async (what: string) => {
    log.push(what)
    if (state.fails) throw new Error('the disk is full')
  }
  const stop = followErasures({
    node: {
      hubOutlivesNode,
      hub: {
        read: () => ({ pending: state.pending }) as never,
        onPublish(given) {
          listener = given
          return () => {}
        },
      },
    },
    recordings: [{ forget: (ids) => act(ids.join()), redactKept: () => act('all') }],
    clock,
    onFault: (what) => log.push(what),
  })
  const publish = async (...kinds: readonly string[]) => {
    listener(kinds.map((kind) => ({ id: `${kind}/all` as const, version: 1, patches: [] })))
    await nextTurn()
  }
  const pass = async (ms: number) => {
    clock.pass(ms)
    await nextTurn()
  }
  return { log, state, publish, pass, stop }
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

test('[ER17] a failed removal is reported and repeated after a minute, even when the ids are no longer listed', async () => {
  const { log, state, publish, pass, stop } = open({})
  state.pending = { one: { externalIds: ['1'] } }
  state.fails = true
  await publish('erasures')
  state.pending = {}
  await publish('erasures')
  await pass(minuteMs)
  const failed = ['1', 'erase a person from the recording']
  expect(log).toEqual([...failed, ...failed])
  state.fails = false
  await pass(minuteMs)
  await pass(minuteMs)
  expect(log).toEqual([...failed, ...failed, '1'])
  state.fails = true
  await publish('unrecordedPlayers')
  stop()
  await pass(minuteMs)
  expect(log.slice(5)).toEqual(['all', 'erase a person from the recording'])
})

test('[ER19] a node that sees an erasure when its ids are gone removes all who may not be recorded; one alone has seen each', async () => {
  for (const hubOutlivesNode of [true, false]) {
    const { log, state, publish } = open({}, hubOutlivesNode)
    state.pending = { one: { externalIds: [] } }
    await publish('erasures', 'unrecordedPlayers')
    expect(log).toEqual(hubOutlivesNode ? ['all'] : [])
  }
})
