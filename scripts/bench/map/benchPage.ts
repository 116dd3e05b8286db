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
  /** Calls back after each drawing of the markers. @returns what ends that */
  onDrawn(drawn: () => void): () => void
  /** Number of texts or pictures in one drawing of the markers. */
  pieces(): number
  /** Number of markers that are not at the position of the last tick after easing. */
  strays(): number
}

/** The functions that the bench calls in a page. */
export interface BenchPage extends Pick<BenchedMap, 'prepare' | 'commits' | 'strays' | 'pieces'> {
  isReady(): boolean
  /** Applies ticks, each as soon as the one before is drawn. @returns the number of drawings */
  run(ticks: number): Promise<number>
  /** Changes only a dot on the markers' canvas, in as many frames. */
  runEmpty(frames: number): Promise<void>
  /** Moves and zooms the view for `ms` while ticks arrive. */
  roam(ms: number): Promise<void>
  /** Number of drawings of the markers in `ms` without ticks. */
  look(ms: number): Promise<number>
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

const findLayer = (at = -1): KonvaLayer | undefined => stages[0]?.getLayers().at(at)

/** A layer of the map, by its place; the top one is the last. */
export const layerAt = (at: number): KonvaLayer => {
  const layer = findLayer(at)
  if (!layer) throw new Error('This page has no map.')
  return layer
}

type OnDrawn = BenchedMap['onDrawn']

const countDrawings = async (onDrawn: OnDrawn, during: (drawn: () => Promise<void>) => Promise<unknown>) => {
  let drawings = 0
  let drawn = () => {}
  const stop = onDrawn(() => {
    drawings += 1
    drawn()
  })
  await during(
    () =>
      new Promise((resolve) => {
        drawn = resolve
      }),
  )
  stop()
  return drawings
}

const run = ({ tick, onDrawn }: BenchedMap, ticks: number) =>
  countDrawings(onDrawn, async (drawn) => {
    const lost = after(maxWaitMs).then(() => Promise.reject(new Error('A tick has not been drawn.')))
    lost.catch(() => {})
    for (let given = 0; given < ticks; given++) {
      const isDrawn = drawn()
      tick()
      await Promise.race([isDrawn, lost])
    }
  })

const runEmpty = async (frames: number) => {
  const context = layerAt(-1).getContext()._context
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

/** Number of calls of a canvas method in one drawing of a layer. */
export const callsIn = (layer: KonvaLayer, method: 'drawImage' | 'fillText') => {
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
  const { prepare, commits, strays, pieces, onDrawn } = benched
  window.__mapBench = {
    prepare,
    commits,
    strays,
    pieces,
    roam: (ms) => roamFor(benched, ms),
    runEmpty,
    isReady: () => findLayer() !== undefined,
    run: (ticks) => run(benched, ticks),
    look: (ms) => countDrawings(onDrawn, () => after(ms)),
  }
}
