import { expect, test } from 'vitest'
import { createMarkerPainter } from './markerPainter.ts'
import type { FromWorker, ToWorker, WorkerFrame } from './markerWorker.ts'
import { createPictureList, paintList } from './pictureList.ts'

const picture = (side = 10) => ({ width: side, height: side }) as ImageBitmap

const listOf = (...pictures: ImageBitmap[]) => {
  const list = createPictureList()
  list.ratio = 2
  for (const [nth, one] of pictures.entries()) {
    list.pictures.push(one)
    list.places.push(0, one.width, nth, 2 * nth)
  }
  return list
}

/** A painter with a worker that answers when the test says so. */
function openPainter({ hasWorker = true } = {}) {
  const sent: ToWorker[] = []
  const canvas = {
    style: { opacity: '' },
    isThere: false,
    setAttribute() {},
    remove() {
      canvas.isThere = false
    },
  }
  let answer: (answer: FromWorker) => void = () => {}
  let now = 1_000
  let redraws = 0
  let view = { x: 0, y: 0, zoom: 1, width: 400, height: 300 }
  const start = (onAnswer: typeof answer) => {
    answer = onAnswer
    const post = (message: ToWorker) => void sent.push(message)
    return hasWorker ? { canvas: canvas as unknown as HTMLCanvasElement, post, stop() {} } : null
  }
  const painter = createMarkerPainter(start, () => now)
  const below = {
    after() {
      canvas.isThere = true
    },
  } as unknown as HTMLCanvasElement
  painter.attach(below, () => {
    redraws += 1
  })
  const framesSent = () => sent.filter((message): message is WorkerFrame => message !== null && 'frame' in message)
  const opened = {
    painter,
    sent,
    canvas,
    framesSent,
    redraws: () => redraws,
    answer: (given: FromWorker) => answer(given),
    pass(ms: number) {
      now += ms
    },
    move() {
      view = { ...view, x: view.x + 1 }
    },
    paint: (list = listOf(picture())) => painter.paint(list, view),
    /** Until the worker alone paints. */
    settle() {
      opened.paint()
      opened.pass(250)
      opened.paint()
      answer(framesSent().length)
      opened.pass(100)
      opened.paint()
      answer(framesSent().length)
    },
  }
  return opened
}

test('[MQ40] the page paints the animals while the view moves; once it has rested the worker does, after both did for a moment', () => {
  const { painter, canvas, framesSent, paint, pass, answer } = openPainter()
  paint()
  pass(249)
  paint()
  expect(framesSent()).toEqual([])
  expect(painter.nextFrameInMs()).toBe(1)
  pass(1)
  paint()
  expect(framesSent()).toMatchObject([{ frame: 1, width: 800, height: 600 }])
  expect(painter.isOnPage()).toBe(true)
  expect(painter.nextFrameInMs()).toBeNull()
  answer(1)
  expect(canvas.style.opacity).toBe('1')
  expect(painter.isOnPage()).toBe(true)
  expect(painter.nextFrameInMs()).toBe(100)
  pass(100)
  paint()
  expect(painter.isOnPage()).toBe(false)
  expect(painter.nextFrameInMs()).toBeNull()
})

test('[MQ41] a movement of the view brings the animals back onto the page in the same frame and clears the canvas of the worker; an answer from before does not bring it back', () => {
  const { painter, canvas, sent, settle, paint, move, answer, pass } = openPainter()
  settle()
  paint()
  move()
  paint()
  expect(painter.isOnPage()).toBe(true)
  expect(canvas.style.opacity).not.toBe('1')
  expect(sent.at(-1)).toBeNull()
  answer(3)
  expect(canvas.style.opacity).not.toBe('1')
  pass(250)
  paint()
  answer(4)
  expect(canvas.style.opacity).toBe('1')
})

test('[MQ42] a worker has one frame at a time; what was left out meanwhile is drawn after its answer', () => {
  const { settle, paint, framesSent, answer, redraws } = openPainter()
  settle()
  const before = { frames: framesSent().length, redraws: redraws() }
  paint()
  paint()
  paint()
  expect(framesSent().length).toBe(before.frames + 1)
  expect(redraws()).toBe(before.redraws)
  answer(before.frames + 1)
  expect(redraws()).toBe(before.redraws + 1)
})

test('[MQ43] after a fault of the worker the page paints for good; so it does where there is no worker', () => {
  const failing = openPainter()
  failing.settle()
  failing.answer(null)
  expect(failing.redraws()).toBeGreaterThan(0)
  const without = openPainter({ hasWorker: false })
  without.settle()
  for (const { painter, canvas, paint, pass, framesSent } of [failing, without]) {
    const frames = framesSent().length
    pass(1_000)
    paint()
    expect(painter.isOnPage()).toBe(true)
    expect(painter.nextFrameInMs()).toBeNull()
    expect(canvas.isThere).toBe(false)
    expect(framesSent().length).toBe(frames)
  }
})

test('[MQ50] while a worker gives no answer for 2 s the page paints; the worker comes back with its next frame', () => {
  const { painter, canvas, settle, paint, pass, answer, sent, framesSent, redraws } = openPainter()
  settle()
  paint()
  const late = framesSent().length
  pass(2_000)
  paint()
  expect(painter.isOnPage()).toBe(false)
  pass(1)
  paint()
  expect(painter.isOnPage()).toBe(true)
  expect(sent.at(-1)).toBeNull()
  const before = redraws()
  answer(late)
  expect(canvas.style.opacity).not.toBe('1')
  expect(redraws()).toBe(before + 1)
  paint()
  answer(framesSent().length)
  pass(100)
  paint()
  expect(painter.isOnPage()).toBe(false)
})

test('[MQ51] stale animals are painted by the page alone, until they are fresh again', () => {
  const { painter, settle, paint, pass, answer, framesSent } = openPainter()
  settle()
  const stale = listOf(picture())
  stale.alpha = 0.55
  paint(stale)
  expect(painter.isOnPage()).toBe(true)
  expect(painter.nextFrameInMs()).toBeNull()
  const frames = framesSent().length
  pass(1_000)
  paint(stale)
  expect(framesSent().length).toBe(frames)
  paint()
  answer(frames + 1)
  pass(100)
  paint()
  expect(painter.isOnPage()).toBe(false)
})

test('[MQ44] each picture is sent once, with its place; beyond the size that the worker may hold all are sent again', () => {
  const { settle, paint, framesSent, answer } = openPainter()
  settle()
  const [one, two, large, larger] = [picture(), picture(), picture(3_900), picture(3_900)]
  const send = (...pictures: ImageBitmap[]) => {
    paint(listOf(...pictures))
    const frame = framesSent().at(-1)
    answer(framesSent().length)
    return frame
  }
  const first = send(one, two)
  const numbers = first?.added.map(({ number }) => number) ?? []
  expect(first?.added.map(({ picture: sent }) => sent)).toEqual([one, two])
  expect([...(first?.drawn ?? [])]).toEqual([numbers[0], 0, 10, 0, 0, numbers[1], 0, 10, 1, 2])
  expect(send(two, one)).toMatchObject({ added: [], isReset: false })
  expect(send(one, large)?.added.length).toBe(1)
  const reset = send(one, larger)
  expect(reset).toMatchObject({ isReset: true })
  expect(reset?.added.map(({ picture: sent }) => sent)).toEqual([one, larger])
})

test('[MQ45] pictures that are too large for the worker are painted by the page', () => {
  const { painter, settle, paint } = openPainter()
  settle()
  paint(listOf(picture(3_900), picture(3_900)))
  expect(painter.isOnPage()).toBe(true)
})

test('[MQ52] the page paints at whole device px, even on a canvas that was made with another pixel density', () => {
  const calls: unknown[] = []
  const context = {
    globalAlpha: 1,
    save() {},
    restore() {},
    scale: (x: number) => calls.push(['scale', x]),
    drawImage: (...[, ...place]: unknown[]) => calls.push(place),
  }
  paintList(context as unknown as CanvasRenderingContext2D, listOf(picture(), picture(20)))
  expect(calls).toEqual([
    ['scale', 0.5],
    [0, 0, 10, 10, 0, 0, 10, 10],
    [0, 0, 20, 20, 1, 2, 20, 20],
  ])
})
