import { paintPicture } from './pictureList.ts'

/** A picture that the worker does not hold yet. */
export interface AddedPicture {
  readonly number: number
  readonly picture: ImageBitmap
}

/** The pictures of a frame, by number. */
export interface WorkerFrame {
  /** Counts up; the worker answers with it once the frame is painted. */
  readonly frame: number
  /** Size of the canvas, device px. */
  readonly width: number
  readonly height: number
  /** Five numbers for each picture: its own, and its place as in a picture list. */
  readonly drawn: Int32Array
  readonly added: readonly AddedPicture[]
  /** Whether all pictures that it holds are to be freed before. */
  readonly isReset: boolean
}

/** What the page sends: the canvas first, then frames; null clears the canvas. */
export type ToWorker = { readonly canvas: OffscreenCanvas } | WorkerFrame | null

/** What the worker answers: the number of a painted frame, or null after its canvas was lost. */
export type FromWorker = number | null

/** The part of a worker's global scope that is used; the page's types do not know it. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  postMessage(message: FromWorker): void
}

const scope = globalThis as unknown as WorkerScope
const pictures = new Map<number, ImageBitmap>()
let context: OffscreenCanvasRenderingContext2D | null = null

scope.onmessage = ({ data: message }) => {
  if (message && 'canvas' in message) begin(message.canvas)
  else if (message) paint(message)
  else context?.clearRect(0, 0, context.canvas.width, context.canvas.height)
}

function begin(canvas: OffscreenCanvas) {
  context = canvas.getContext('2d')
  canvas.addEventListener('contextlost', () => scope.postMessage(null))
  if (!context) scope.postMessage(null)
}

function paint({ frame, width, height, drawn, added, isReset }: WorkerFrame) {
  if (!context) return
  if (isReset) {
    for (const picture of pictures.values()) picture.close()
    pictures.clear()
  }
  for (const { number, picture } of added) pictures.set(number, picture)
  const { canvas } = context
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  else context.clearRect(0, 0, width, height)
  for (let at = 0; at < drawn.length; at += 5) {
    const picture = pictures.get(drawn[at] ?? 0)
    if (picture) paintPicture(context, picture, drawn, at + 1)
  }
  scope.postMessage(frame)
}
