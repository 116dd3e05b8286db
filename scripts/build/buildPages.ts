// Bundles the pages. Arguments: --out FOLDER, default: build/client.
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { circleText, configOf } from '../../client/vite.config.ts'

/**
 * Files below so many bytes are merged with others. Merged files may come to import each other, in which case one of them would run before what
 * it needs is there: then the next size is tried. Without merging no file imports another that imports it.
 */
const MERGED_BELOW = [10_000, 9_500, 9_000, 8_000, 5_000, 2_000, 0] as const

/** Builds with the first of the sizes that leaves no files that import each other. @throws the error of any other failure */
export async function buildWithoutCircles(
  attempt: (mergedBelow: number) => Promise<unknown>,
  [mergedBelow = 0, ...smaller]: readonly number[] = MERGED_BELOW,
): Promise<void> {
  try {
    await attempt(mergedBelow)
  } catch (error) {
    if (smaller.length === 0 || !String(error).includes(circleText)) throw error
    await buildWithoutCircles(attempt, smaller)
  }
}

if (import.meta.main) {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values
  await buildWithoutCircles((mergedBelow) =>
    build({
      ...configOf({ mergedBelow, ...(out !== undefined && { outDir: out }) }),
      configFile: false,
      logLevel: 'warn',
    }),
  )
}
