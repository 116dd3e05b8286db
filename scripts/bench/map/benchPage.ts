import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { stages } from 'konva/lib/Stage.js'

/** A map that accepts ticks. */
export interface BenchedMap {
  /** Prepares ticks, so that computing them is not measured. */
  prepare(ticks: number): void
  /** Applies the next tick, as if it had just arrived. */
  tick(): void
  /** Moves and zooms the view, a step for each frame. Only for a map that can. */
  roam?(frame: number): void
  /** Number of React commits in the measured part since the page was opened; null if it is not counted. */
  commits(): number | null
  /** Number of markers that are not at the position of the last tick after easing. */
  strays(): number
}

/** The functions that the bench calls in a page. */
export interface BenchPage extends Pick<BenchedMap, 'prepare' | 'commits' | 'strays'> {
  isReady(): boolean
  /** Applies ticks, each as soon as the one before is drawn. @returns the number of drawings */
  run(ticks: number): Promise<number>
  /** Changes only a dot on the markers' canvas, in as many frames. */
  runEmpty(frames: number): Promise<void>
  /** Moves and zooms the view for `ms` while ticks arrive. */
  roam(ms: number): Promise<void>
  /** Number of drawings of the markers in `ms` without ticks. */
  look(ms: number): Promise<number>
  /** Number of calls of a canvas method in one drawing of the markers. */
  calls(method: 'drawImage' | 'fillText'): number
}

declare global {
  interface Window {
    __mapBench?: BenchPage
  }
}

/** Only a page that hangs takes this long. */
const maxWaitMs = 200_000
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Both maps have the markers on the top layer. */
const findLayer = (): KonvaLayer | undefined => stages[0]?.getLayers().at(-1)
const markerLayer = (): KonvaLayer => {
  const layer = findLayer()
  if (!layer) throw new Error('This page has no map.')
  return layer
}

const countDrawings = async (during: (drawn: () => Promise<void>) => Promise<unknown>) => {
  const layer = markerLayer()
  let drawings = 0
  let drawn = () => {}
  layer.on('draw.bench', () => {
    drawings += 1
    drawn()
  })
  await during(
    () =>
      new Promise((resolve) => {
        drawn = resolve
      }),
  )
  layer.off('draw.bench')
  return drawings
}

const run = (tick: () => void, ticks: number) =>
  countDrawings(async (drawn) => {
    const lost = after(maxWaitMs).then(() => Promise.reject(new Error('A tick has not been drawn.')))
    lost.catch(() => {})
    for (let given = 0; given < ticks; given++) {
      const isDrawn = drawn()
      tick()
      await Promise.race([isDrawn, lost])
    }
  })

const runEmpty = async (frames: number) => {
  const context = markerLayer().getContext()._context
  for (let frame = 0; frame < frames; frame++) {
    context.clearRect(0, 0, context.canvas.width, context.canvas.height)
    context.fillRect(frame, 0, 1, 1)
    await nextFrame()
  }
}

/** Frames between two ticks while the view moves: markers arrive often enough that they never rest. */
const framesATick = 15

const roamFor = async ({ prepare, tick, roam }: BenchedMap, ms: number) => {
  const begunAt = performance.now()
  for (let frame = 0; performance.now() - begunAt < ms; frame++) {
    if (frame % framesATick === 0) {
      prepare(1)
      tick()
    }
    roam?.(frame)
    await nextFrame()
  }
}

const calls = (method: 'drawImage' | 'fillText') => {
  const layer = markerLayer()
  const context = layer.getContext()._context
  const own: (...values: never[]) => void = context[method].bind(context)
  let count = 0
  const counted = (...values: never[]) => {
    count += 1
    own(...values)
  }
  Object.assign(context, { [method]: counted })
  layer.draw()
  Reflect.deleteProperty(context, method)
  return count
}

/** Makes the functions available to the bench. */
export function offerPage(benched: BenchedMap) {
  const { tick, prepare, commits, strays } = benched
  window.__mapBench = {
    prepare,
    commits,
    strays,
    roam: (ms) => roamFor(benched, ms),
    runEmpty,
    calls,
    isReady: () => findLayer() !== undefined,
    run: (ticks) => run(tick, ticks),
    look: (ms) => countDrawings(() => after(ms)),
  }
}
