/**
 * The pictures of one frame from bottom to top, with their places. Page and worker paint the same list, so that both show the
 * same.
 */
export interface PictureList {
  readonly pictures: ImageBitmap[]
  /** Four whole numbers for each picture, device px: the left edge and the width of the part to draw, and where it is drawn. */
  readonly places: number[]
  /** Device px per CSS px. */
  ratio: number
  /** Below 1 while the animals are shown as stale. */
  alpha: number
  /** Whether every picture is final: none is still to be rendered, and the fonts are loaded. */
  isComplete: boolean
}

export const createPictureList = (): PictureList => ({
  pictures: [],
  places: [],
  ratio: 1,
  alpha: 1,
  isComplete: false,
})

type Brush = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Paints all on a canvas of the page, whose unit is a CSS px. */
export function paintList(context: CanvasRenderingContext2D, { pictures, places, ratio, alpha }: PictureList) {
  context.save()
  // Relative: a canvas keeps the pixel density with which it was made when the page is zoomed.
  context.scale(1 / ratio, 1 / ratio)
  context.globalAlpha = alpha
  for (const [nth, picture] of pictures.entries()) paintPicture(context, picture, places, 4 * nth)
  context.restore()
}

/** Paints one picture at a place, which is four numbers of `places` from `at`. The unit of the context must be a device px. */
export function paintPicture(context: Brush, picture: ImageBitmap, places: ArrayLike<number>, at: number) {
  const { height } = picture
  const [left, width] = [places[at] ?? 0, places[at + 1] ?? 0]
  context.drawImage(picture, left, 0, width, height, places[at + 2] ?? 0, places[at + 3] ?? 0, width, height)
}
