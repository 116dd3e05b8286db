import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type Picture, pictureSize } from './mask.ts'

/** WebP qualities, tried in order until the file is small enough. */
const qualities = [80, 70, 60, 50] as const
const pictureBytes = 2_500_000
const previewBytes = 300_000
const previewSize = 1200

const encoder = ({ pixels }: Picture) =>
  sharp(pixels, { raw: { width: pictureSize, height: pictureSize, channels: 3 } })

const writeWithin = async (source: Sharp, path: string, most: number): Promise<number> => {
  for (const quality of qualities) {
    await source.clone().webp({ quality, effort: 4, smartSubsample: true }).toFile(path)
    const { size } = await stat(path)
    if (size <= most) return size
  }
  throw new Error(`${path} stays larger than ${most} bytes at the lowest quality; draw less grain or fewer signs`)
}

/** Writes an image in full size as WebP. Returns its size in bytes. */
export const writePicture = (picture: Picture, path: string): Promise<number> =>
  writeWithin(encoder(picture), path, pictureBytes)

/** Writes a small preview of an image. Returns its size in bytes. */
export const writePreview = (picture: Picture, path: string): Promise<number> =>
  writeWithin(encoder(picture).resize(previewSize, previewSize, { kernel: 'lanczos3' }), path, previewBytes)
