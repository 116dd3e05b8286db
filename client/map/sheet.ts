/** The island's picture, ready to be drawn small or large. */
export interface Sheet {
  /** From the largest to the smallest, each half as wide as the one before. */
  readonly levels: readonly HTMLCanvasElement[]
  /** The colour of the water at its rim, so that the sea goes on where the picture ends. */
  readonly sea: string
  /** Not the island itself but a plain sheet, because its picture did not come. */
  readonly sketched: boolean
  /** The owner's own picture: drawn for no mood, and for all of them. */
  readonly owners: boolean
}

/** The owner's picture may be larger than any canvas can be, and than anybody sees, px. */
const mostWidth = 4_096

const leastWidth = 700

const halfOf = (picture: HTMLCanvasElement): HTMLCanvasElement =>
  canvasOf(picture, Math.round(picture.width / 2), Math.round(picture.height / 2))

const canvasOf = (picture: CanvasImageSource, width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw the map on.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

const cornerOf = (canvas: HTMLCanvasElement): string => {
  const [red = 0, green = 0, blue = 0] = canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? []
  return `rgb(${red} ${green} ${blue})`
}

interface Picture {
  readonly source: CanvasImageSource
  readonly width: number
  readonly height: number
}

export const sheetOf = (
  { source, width, height }: Picture,
  { sketched, owners }: Pick<Sheet, 'sketched' | 'owners'>,
): Sheet => {
  const part = Math.min(1, mostWidth / Math.max(width, height))
  const levels = [canvasOf(source, Math.round(width * part), Math.round(height * part))]
  for (let last = levels[0]; last && last.width / 2 >= leastWidth; ) {
    last = halfOf(last)
    levels.push(last)
  }
  const smallest = levels.at(-1)
  return { levels, sketched, owners, sea: smallest ? cornerOf(smallest) : 'transparent' }
}

/** The smallest level that is still sharp when drawn `width` device px wide. */
export const levelFor = ({ levels }: Sheet, width: number): HTMLCanvasElement | undefined =>
  levels.findLast((level) => level.width >= width) ?? levels[0]

/** @returns null where the picture is missing or broken */
export const loadSheet = async (address: string, owners: boolean): Promise<Sheet | null> => {
  const picture = new Image()
  picture.src = address
  try {
    await picture.decode()
  } catch {
    return null
  }
  // An SVG need not tell how large it is.
  const { naturalWidth: width, naturalHeight: height } = picture
  if (width === 0 || height === 0) return null
  return sheetOf({ source: picture, width, height }, { sketched: false, owners })
}
