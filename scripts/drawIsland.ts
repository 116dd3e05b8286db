import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { islandFile, islandWidths } from '../shared/features/world/islandPicture.ts'
import { drawPictures } from './drawIsland/drawPictures.ts'
import { writePicture, writePreview } from './drawIsland/encode.ts'
import { type DrawOptions, readOptions, usage } from './drawIsland/options.ts'
import { dayPalette, nightPalette } from './drawIsland/palette.ts'

/** Prints the current step with the seconds since the start. */
const report = (step: string): void => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${step}`)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

const draw = async ({ seed, out, preview }: DrawOptions): Promise<void> => {
  report(`drawing the island of seed ${seed} by day and by night`)
  await mkdir(out, { recursive: true })
  const { day, night } = drawPictures(seed, { day: dayPalette, night: nightPalette }, report)
  report('writing the pictures')
  const files = islandWidths.flatMap((width) => [
    { picture: day, width, path: join(out, islandFile(false, width)) },
    { picture: night, width, path: join(out, islandFile(true, width)) },
  ])
  const sizes = await Promise.all(files.map(({ picture, path, width }) => writePicture(picture, path, width)))
  for (const [nth, { path }] of files.entries()) report(`${path}: ${megabytes(sizes[nth] ?? 0)}`)
  if (preview === null) return
  await mkdir(dirname(preview), { recursive: true })
  report(`${preview}: ${megabytes(await writePreview(day, preview))}`)
}

const optionsOrExit = (): DrawOptions => {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    return process.exit(2)
  }
}

await draw(optionsOrExit())
