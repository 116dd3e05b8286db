import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Print, sheetSize } from './plate.ts'

/** Tried one after the other until the picture is small enough to travel. */
const qualities = [80, 70, 60, 50] as const
const sheetBytes = 2_500_000
const previewBytes = 300_000
const previewSize = 1200

const picture = ({ pixels }: Print) => sharp(pixels, { raw: { width: sheetSize, height: sheetSize, channels: 3 } })

const writeWithin = async (source: Sharp, path: string, most: number): Promise<number> => {
  for (const quality of qualities) {
    await source.clone().webp({ quality, effort: 4, smartSubsample: true }).toFile(path)
    const { size } = await stat(path)
    if (size <= most) return size
  }
  throw new Error(`${path} stays larger than ${most} bytes at the lowest quality; draw less grain or fewer signs`)
}

/** Writes a sheet as WebP in full size and answers how many bytes it took. */
export const writeSheet = (print: Print, path: string): Promise<number> => writeWithin(picture(print), path, sheetBytes)

/** Writes a small picture of a sheet, to be shown where the map itself would be too much. */
export const writePreview = (print: Print, path: string): Promise<number> =>
  writeWithin(picture(print).resize(previewSize, previewSize, { kernel: 'lanczos3' }), path, previewBytes)
