import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { drawSheets } from './drawIsland/drawPictures.ts'
import { writePreview, writeSheet } from './drawIsland/encode.ts'
import { type Order, readOrder, usage } from './drawIsland/options.ts'
import { dayPalette, nightPalette } from './drawIsland/palette.ts'

/** Prints the current step with the seconds since the start. */
const tell = (step: string): void => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${step}`)

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`

const draw = async ({ seed, out, preview }: Order): Promise<void> => {
  tell(`drawing the island of seed ${seed} by day and by night`)
  await mkdir(out, { recursive: true })
  const { day, night } = drawSheets(seed, { day: dayPalette, night: nightPalette }, tell)
  tell('writing the sheets')
  const [dayBytes, nightBytes] = await Promise.all([
    writeSheet(day, join(out, 'island-day.webp')),
    writeSheet(night, join(out, 'island-night.webp')),
  ])
  tell(`${out}: island-day.webp ${megabytes(dayBytes)}, island-night.webp ${megabytes(nightBytes)}`)
  if (preview === null) return
  await mkdir(dirname(preview), { recursive: true })
  tell(`${preview}: ${megabytes(await writePreview(day, preview))}`)
}

const orderOrExit = (): Order => {
  try {
    return readOrder(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    return process.exit(2)
  }
}

await draw(orderOrExit())
