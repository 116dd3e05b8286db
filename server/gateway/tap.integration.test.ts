import { afterEach, expect, test } from 'vitest'
import type { DownEvent } from './encoding.ts'
import { clubFrames, framesOfClub, frameTexts } from './testing/clubStream.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())

const stream = framesOfClub('a')

/** A stream whose frames are made when they are sent, and whose key frame includes the unsent deltas: like positions. */
function createSteps() {
  let steps = 0
  let sent = 0
  const delta = () => {
    const from = sent
    sent = steps
    return Buffer.from(`${from}>${steps}`)
  }
  return {
    delta,
    step() {
      steps += 1
    },
    key: () => {
      sent = steps
      return Buffer.from(`=${steps}`)
    },
  }
}

/** Ann watches a stream; `offerStep` offers its next delta. */
async function openFollowed() {
  open = await openGateway({ limits: { keyEveryMs: 0 } })
  const { delta, step, key } = createSteps()
  open.gateway.streams.family({ kind: clubFrames, mayWatch: () => true, key })
  const ann = await open.enter('ann')
  await ann.watch(stream)
  await ann.untilCount('positions', 1)
  return {
    ann,
    offerStep() {
      step()
      open.gateway.streams.offer(stream, delta)
    },
  }
}

/** Adds a tap: records frames by content, and everything else by name. */
function listen() {
  const frames: string[] = []
  const reported: string[] = []
  const receive = (events: readonly DownEvent[]) => {
    for (const [event, , frame] of events)
      if (event === 'positions') frames.push(Buffer.from(frame as Uint8Array).toString())
      else reported.push(event)
  }
  const stop = open.gateway.tap({
    opened: (socket, { id }) => reported.push(`open ${socket} ${id}`),
    up: (_socket, event, _message, call) => reported.push(`${event} ${call}`),
    answered: (_socket, event, _answer, call) => reported.push(`answer ${event} ${call}`),
    down: (_socket, events) => receive(events),
    closed: (socket) => reported.push(`closed ${socket}`),
  })
  return { frames, reported, stop }
}

test('[TP7] pending frames are sent before a tap gets the current state: no client misses them, and the tap gets none twice', async () => {
  const { ann, offerStep } = await openFollowed()
  offerStep()
  const { frames } = listen()
  offerStep()
  await ann.untilCount('positions', 3)
  expect(frameTexts(ann)).toEqual(['=0', '0>1', '1>2'])
  expect(frames).toEqual(['=1', '1>2'])
})

test('[TP8] the same holds for a second tap, and the first continues without a gap', async () => {
  const { ann, offerStep } = await openFollowed()
  const first = listen()
  offerStep()
  const second = listen()
  offerStep()
  await ann.untilCount('positions', 3)
  first.stop()
  offerStep()
  await ann.untilCount('positions', 4)
  expect(first.frames).toEqual(['=0', '0>1', '1>2'])
  expect(second.frames).toEqual(['=1', '1>2', '2>3'])
})

test('[TP9] an open connection is reported as if it had just connected and subscribed; later calls continue its numbers', async () => {
  const { ann } = await openFollowed()
  const { reported } = listen()
  expect(reported).toEqual(['open 1 ann', 'hello', 'watch 1', 'answer watch 1'])
  await ann.watch('purse/ann')
  ann.emit('unwatch', { documents: [stream] })
  await expect.poll(() => reported.slice(4)).toEqual(['watch 2', 'answer watch 2', 'down', 'unwatch null'])
  ann.close()
  await expect.poll(() => reported.at(-1)).toBe('closed 1')
})
