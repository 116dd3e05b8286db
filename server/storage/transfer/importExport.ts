import { changed } from './badExport.ts'
import { type CheckedExport, checkExport } from './checkExport.ts'
import { readExport } from './readExport.ts'
import type { TransferTarget } from './transferTarget.ts'

interface Wish {
  readonly file: string
  readonly target: TransferTarget
  /** @param done parts that are there now @param of all */
  readonly onPart?: (done: number, of: number) => void
}

export interface Imported extends CheckedExport {
  /** Parts that an earlier import of the same file had brought. */
  readonly before: number
}

/**
 * Fills an empty place with what a file holds. The whole file is checked before anything is written; one that was begun with the
 * same file goes on where it stopped. @throws BadExport, PlaceTaken
 */
export const importExport = async ({ file, target, onPart = () => {} }: Wish): Promise<Imported> => {
  const checked = await checkExport(file)
  const before = await target.begin(checked.header)
  const { header, parts, close } = await readExport(file)
  try {
    if (header.check !== checked.header.check) throw changed(file, 'was replaced while it was read.')
    for await (const part of parts) {
      if (part.number > before) await target.take(part)
      onPart(part.number, checked.end.parts)
    }
  } finally {
    await close()
  }
  await target.finish()
  return { ...checked, before }
}
