import type { Layer as KonvaLayer } from 'konva/lib/Layer.js'
import { stages } from 'konva/lib/Stage.js'

/** A map that can be given ticks. */
export interface Benched {
  /** Makes ticks ready, so that making them up is not measured. */
  prepare(ticks: number): void
  /** Gives the next one, as if it had just come. */
  tick(): void
  /** How often React has committed anything of what is measured since the page was opened; null where nobody counts. */
  commits(): number | null
  /** How many markers do not stand where the last tick put them, when all have arrived. */
  strays(): number
}

/** What the bench may do with a page. */
export interface BenchPage extends Pick<Benched, 'prepare' | 'commits' | 'strays'> {
  isReady(): boolean
  /** Tick after tick, each as soon as the one before is drawn. @returns how often the markers were drawn */
  run(ticks: number): Promise<number>
  /** Changes nothing but a dot on the markers' canvas, in as many frames. */
  runEmpty(frames: number): Promise<void>
  /** How often the markers are drawn in so many ms, with nothing given. */
  look(ms: number): Promise<number>
  /** Calls of a canvas method during one drawing of the markers. */
  calls(method: 'drawImage' | 'fillText'): number
}

declare global {
  interface Window {
    __mapBench?: BenchPage
  }
}

const patienceMs = 20_000
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The markers are on the uppermost layer of either map. */
const findLayer = (): KonvaLayer | undefined => stages[0]?.getLayers().at(-1)
const markerLayer = (): KonvaLayer => {
  const layer = findLayer()
  if (!layer) throw new Error('The map of this page is not there.')
  return layer
}

const countDrawings = async (during: (drawn: () => Promise<void>) => Promise<unknown>) => {
  const layer = markerLayer()
  let drawings = 0
  let tell = () => {}
  layer.on('draw.bench', () => {
    drawings += 1
    tell()
  })
  await during(
    () =>
      new Promise((resolve) => {
        tell = resolve
      }),
  )
  layer.off('draw.bench')
  return drawings
}

const run = (tick: () => void, ticks: number) =>
  countDrawings(async (drawn) => {
    const lost = after(patienceMs).then(() => Promise.reject(new Error('A tick has not been drawn.')))
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

const calls = (method: 'drawImage' | 'fillText') => {
  const layer = markerLayer()
  const context = layer.getContext()._context
  const own: (...told: never[]) => void = context[method].bind(context)
  let count = 0
  const counted = (...told: never[]) => {
    count += 1
    own(...told)
  }
  Object.assign(context, { [method]: counted })
  layer.draw()
  Reflect.deleteProperty(context, method)
  return count
}

/** Puts the page into the bench's hands. */
export function offerPage({ tick, ...benched }: Benched) {
  window.__mapBench = {
    ...benched,
    runEmpty,
    calls,
    isReady: () => findLayer() !== undefined,
    run: (ticks) => run(tick, ticks),
    look: (ms) => countDrawings(() => after(ms)),
  }
}
