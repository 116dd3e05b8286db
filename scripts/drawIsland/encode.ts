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

const resized = (picture: Picture, width: number) => {
  const whole = encoder(picture)
  return width === pictureSize ? whole : whole.resize(width, width, { kernel: 'lanczos3' })
}

const writeWithin = async (source: Sharp, path: string, most: number): Promise<number> => {
  for (const quality of qualities) {
    await source.clone().webp({ quality, effort: 4, smartSubsample: true }).toFile(path)
    const { size } = await stat(path)
    if (size <= most) return size
  }
  throw new Error(`${path} stays larger than ${most} bytes at the lowest quality; draw less grain or fewer signs`)
}

/** Writes an image as WebP, `width` px wide and high. Returns its size in bytes. */
export const writePicture = (picture: Picture, path: string, width: number): Promise<number> =>
  writeWithin(resized(picture, width), path, pictureBytes)

/** Writes a small preview of an image. Returns its size in bytes. */
export const writePreview = (picture: Picture, path: string): Promise<number> =>
  writeWithin(resized(picture, previewSize), path, previewBytes)
