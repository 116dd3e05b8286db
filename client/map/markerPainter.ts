import type { AddedPicture, FromWorker, ToWorker } from './markerWorker.ts'
import type { PictureList } from './pictureList.ts'
import type { Viewport } from './viewport.ts'

/**
 * Decides who paints the animals. While the view moves the page does, since a worker's frame may reach the screen later than the
 * ground under it. Once the view rests a worker takes over, on a canvas of its own above the page's: the main thread then only
 * sends numbers and places. The page also paints while the animals are shown as stale, because both for a moment would show them
 * darker, and while a worker gives no answer. Without OffscreenCanvas, or after a fault of the worker, the page paints all.
 */
export interface MarkerPainter {
  /** Begins painting above a canvas of the page. @param redraw draws the map again, after the worker has changed its state */
  attach(below: HTMLCanvasElement, redraw: () => void): void
  detach(): void
  /** Takes the pictures of a frame. */
  paint(list: PictureList, view: Viewport): void
  /** Whether the page has to paint the pictures itself. */
  isOnPage(): boolean
  /** Who shows the animals, and whether the worker has painted all that it was given. */
  painting(): Painting
  /** Time until the painter changes, ms; null if it waits for nothing. */
  nextFrameInMs(): number | null
}

/** Time without movement of the view after which the worker takes over. */
const restMs = 250
/** Both are shown for so long after the worker's first frame, since it reaches the screen a little later. */
const overlapMs = 100
/** The page takes over from a worker that has not painted a frame after this long, until it answers. */
const mostMs = 2_000
/** The worker holds copies of the pictures up to this size. */
const mostBytes = 96_000_000

export interface Painting {
  readonly by: 'page' | 'both' | 'worker'
  /** Whether no frame is on its way to the worker, and none was left out. */
  readonly isPainted: boolean
}

/** A worker with the canvas on which it paints. */
export interface PaintWorker {
  readonly canvas: HTMLCanvasElement
  readonly post: (message: ToWorker, transfer: Transferable[]) => void
  readonly stop: () => void
}

/** Starts a worker; null where it cannot paint. @param onAnswer null after a fault */
export type StartWorker = (onAnswer: (answer: FromWorker) => void) => PaintWorker | null

const bytesOf = ({ width, height }: ImageBitmap) => 4 * width * height

/** The numbers under which the worker holds pictures. */
function createNumbers() {
  let numbers = new WeakMap<ImageBitmap, number>()
  let held = 0
  let last = 0
  const numbered = ({ pictures, places }: PictureList) => {
    const added: AddedPicture[] = []
    const drawn = new Int32Array(5 * pictures.length)
    let at = 0
    let from = 0
    for (const picture of pictures) {
      let number = numbers.get(picture)
      if (number === undefined) {
        last += 1
        number = last
        numbers.set(picture, number)
        added.push({ number, picture })
        held += bytesOf(picture)
      }
      drawn[at++] = number
      for (let offset = 0; offset < 4; offset++) drawn[at++] = places[from++] ?? 0
    }
    return { added, drawn }
  }
  return {
    /** @returns null if the pictures of this frame alone are too large */
    of(list: PictureList) {
      const known = numbered(list)
      if (held <= mostBytes) return { ...known, isReset: false }
      numbers = new WeakMap()
      held = 0
      const all = numbered(list)
      return held <= mostBytes ? { ...all, isReset: true } : null
    },
  }
}

/** @param clock any monotonic clock, ms */
export function createMarkerPainter(
  start: StartWorker = startMarkerWorker,
  clock: () => number = () => performance.now(),
): MarkerPainter {
  let worker: PaintWorker | null = null
  let numbers = createNumbers()
  let redraw = () => {}
  let shown: Painting['by'] = 'page'
  let lastView: Viewport | null = null
  let isStale = false
  let movedAt = 0
  let shownAt = 0
  let sentAt = 0
  /** Frames sent and painted; the first one since the view moved. */
  let [sent, painted, firstAtRest] = [0, 0, 1]
  let isMissed = false

  const show = (next: Painting['by']) => {
    shown = next
    // Not hidden: a browser may drop the frames of a canvas that it does not show.
    if (worker) worker.canvas.style.opacity = next === 'page' ? '0.002' : '1'
  }
  const toPage = () => {
    firstAtRest = sent + 1
    if (shown === 'page') return
    show('page')
    worker?.post(null, [])
  }
  const release = () => {
    worker?.stop()
    worker?.canvas.remove()
    worker = null
    shown = 'page'
  }
  const fail = () => {
    if (!worker) return
    release()
    redraw()
  }
  const answered = (answer: FromWorker) => {
    if (answer === null) return fail()
    painted = answer
    if (shown === 'page' && painted >= firstAtRest) {
      show('both')
      shownAt = clock()
      redraw()
    } else if (isMissed || shown === 'page') redraw()
    isMissed = false
  }
  const send = (to: PaintWorker, list: PictureList, view: Viewport) => {
    const numbered = numbers.of(list)
    if (!numbered) return fail()
    sent += 1
    sentAt = clock()
    const [width, height] = [Math.round(view.width * list.ratio), Math.round(view.height * list.ratio)]
    to.post({ frame: sent, width, height, ...numbered }, [numbered.drawn.buffer])
  }

  return {
    attach(below, onChange) {
      release()
      numbers = createNumbers()
      ;[sent, painted, firstAtRest] = [0, 0, 1]
      redraw = onChange
      worker = start(answered)
      if (!worker) return
      worker.canvas.setAttribute('aria-hidden', 'true')
      Object.assign(worker.canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
      show('page')
      below.after(worker.canvas)
    },
    detach: release,
    paint(list, view) {
      const now = clock()
      if (view !== lastView) movedAt = now
      isStale = list.alpha < 1
      const isSilent = painted !== sent && now - sentAt > mostMs
      if (view !== lastView || isStale || isSilent) toPage()
      lastView = view
      if (!worker || isStale || now - movedAt < restMs) return
      if (shown === 'both' && now - shownAt >= overlapMs) show('worker')
      if (painted === sent) send(worker, list, view)
      else isMissed = true
    },
    isOnPage: () => shown !== 'worker',
    painting: () => ({ by: shown, isPainted: painted === sent && !isMissed }),
    nextFrameInMs() {
      if (!worker || isStale || shown === 'worker') return null
      if (shown === 'both') return Math.max(0, overlapMs - (clock() - shownAt))
      return painted !== sent || sent >= firstAtRest ? null : Math.max(0, restMs - (clock() - movedAt))
    },
  }
}

/** Starts the browser's own worker; null where it has none, or none that can have a canvas. */
function startMarkerWorker(onAnswer: (answer: FromWorker) => void): PaintWorker | null {
  try {
    const canvas = document.createElement('canvas')
    const offscreen = canvas.transferControlToOffscreen()
    const worker = new Worker(new URL('./markerWorker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => onAnswer(data)
    worker.onerror = () => onAnswer(null)
    worker.onmessageerror = () => onAnswer(null)
    worker.postMessage({ canvas: offscreen } satisfies ToWorker, [offscreen])
    return {
      canvas,
      post: (message, transfer) => worker.postMessage(message, transfer),
      stop: () => worker.terminate(),
    }
  } catch {
    return null
  }
}
