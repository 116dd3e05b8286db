import { afterEach, expect, test } from 'vitest'
import type { DownEvent } from './parcel.ts'
import { clubFrames, framesOfClub, wordsOf } from './testing/clubStream.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())

const stream = framesOfClub('a')

/** A stream whose frames are made when they leave, and whose key frame makes up for those that were not: as places are. */
function createSteps() {
  let steps = 0
  let told = 0
  const delta = () => {
    const from = told
    told = steps
    return Buffer.from(`${from}>${steps}`)
  }
  return {
    delta,
    step() {
      steps += 1
    },
    key: () => {
      told = steps
      return Buffer.from(`=${steps}`)
    },
  }
}

/** Ann follows a stream, and the way to have a step of it on its way to her. */
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

/** Begins to listen: the frames of which it is told, and all else by name. */
function listen() {
  const frames: string[] = []
  const heard: string[] = []
  const hear = (events: readonly DownEvent[]) => {
    for (const [event, , frame] of events)
      if (event === 'positions') frames.push(Buffer.from(frame as Uint8Array).toString())
      else heard.push(event)
  }
  const stop = open.gateway.tap({
    opened: (socket, { id }) => heard.push(`open ${socket} ${id}`),
    up: (_socket, event, _message, call) => heard.push(`${event} ${call}`),
    answered: (_socket, event, _answer, call) => heard.push(`answer ${event} ${call}`),
    down: (_socket, events) => hear(events),
    closed: (socket) => heard.push(`closed ${socket}`),
  })
  return { frames, heard, stop }
}

test('[TP1] a frame that is due leaves before a tap tells what stands: no viewer misses it, and the tap is not told it twice', async () => {
  const { ann, offerStep } = await openFollowed()
  offerStep()
  const { frames } = listen()
  offerStep()
  await ann.untilCount('positions', 3)
  expect(wordsOf(ann)).toEqual(['=0', '0>1', '1>2'])
  expect(frames).toEqual(['=1', '1>2'])
})

test('[TP2] so it is for a second tap, and the first is told on without a gap', async () => {
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

test('[TP3] of who was there before is told as if they had just come and asked for what they watch; what comes later is numbered on', async () => {
  const { ann } = await openFollowed()
  const { heard } = listen()
  expect(heard).toEqual(['open 1 ann', 'hello', 'watch 1', 'answer watch 1'])
  await ann.watch('purse/ann')
  ann.emit('unwatch', { documents: [stream] })
  await expect.poll(() => heard.slice(4)).toEqual(['watch 2', 'answer watch 2', 'down', 'unwatch null'])
  ann.close()
  await expect.poll(() => heard.at(-1)).toBe('closed 1')
})
