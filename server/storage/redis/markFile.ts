import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { DamagedStore } from '../../engine/storage.ts'

/** How far a store had come when this node last knew. */
export const Mark = z.object({
  installation: z.string().min(1),
  epoch: z.int().nonnegative(),
  seq: z.int().nonnegative(),
  link: z.string(),
  /** When the entry `seq` was made. */
  at: z.number(),
})
export type Mark = z.infer<typeof Mark>

/** Null when there is none: a new node. @throws DamagedStore */
export const readMark = (file: string): Mark | null => {
  if (!existsSync(file)) return null
  try {
    return Mark.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new DamagedStore(
      file,
      'is not as the hub wrote it.',
      'Remove it: the hub then believes what it finds in Redis.',
      { cause: error },
    )
  }
}

/** Never fails: what is marked is in Redis already, and a mark that lags only sees less. */
export const writeMark = (file: string, mark: Mark) => {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    return
  }
}
