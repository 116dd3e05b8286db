import { expect, test } from 'vitest'
import type { Watching } from '../../shared/protocol/watch.ts'
import { guest } from '../testing/people.ts'
import { createAudience } from './audience.ts'
import type { Line } from './line.ts'
import { createViewer } from './viewer.ts'
import { createWatching } from './watching.ts'

const id = 'pack/p1'

/** A hub that stands at version 5 of a pack, and somebody who may not see it as it stands there. */
function openBehind(mayWatch = () => false) {
  let now = 1_000
  let version = 5
  const viewer = createViewer({
    ...{ credentials: { cookie: undefined, token: undefined }, address: null, principal: guest, cameAt: now },
    line: {} as Line,
  })
  const watching = createWatching({
    ...{ hub: { epoch: 2, copy: () => ({ version, value: {} }) }, now: () => now, mayWatch },
    ...{ audience: createAudience(() => {}), flush: { joining: () => {} }, limits: { watched: 9 } },
  })
  const ask = (held?: { epoch: number; version: number }): Watching | 'nothing' => {
    let answer: Watching | 'nothing' = 'nothing'
    watching.watch(viewer, { documents: [{ id, ...(held && { held }) }] }, (given) => {
      answer = given
    })
    return answer
  }
  return {
    ask,
    pass: (ms: number) => {
      now += ms
    },
    catchUp: () => {
      version = 7
    },
  }
}

test('[WA13] whoever comes from a node that was further on is not told "no" for what this one does not know yet', () => {
  const { ask, catchUp } = openBehind()
  expect(ask({ epoch: 2, version: 7 })).toBe('nothing')
  catchUp()
  expect(ask({ epoch: 2, version: 7 })).toEqual({ refused: [id] })
})

test('[WA13] it is told to who held no more, held it of another epoch or not at all, and to all in the end', () => {
  const { ask, pass } = openBehind()
  for (const held of [{ epoch: 2, version: 5 }, { epoch: 1, version: 7 }, undefined])
    expect(ask(held)).toEqual({ refused: [id] })
  pass(4_000)
  expect(ask({ epoch: 2, version: 7 })).toEqual({ refused: [id] })
})

test('[WA13] who may watch is answered at once, however far they have seen', () => {
  expect(openBehind(() => true).ask({ epoch: 2, version: 7 })).toEqual({ refused: [] })
})
