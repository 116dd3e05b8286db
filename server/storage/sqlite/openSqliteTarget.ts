import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import type { ExportHeader } from '../transfer/exportLines.ts'
import { positionWords } from '../transfer/position.ts'
import { PlaceTaken, type TransferTarget } from '../transfer/transferTarget.ts'
import { createTaking, makeStore, noteFilled, openFilling } from './filling.ts'
import { claimFolder } from './folder.ts'
import { lookForPosition } from './openSqliteSource.ts'
import { type StorePaths, storePaths } from './paths.ts'
import { toError, toProblem } from './problem.ts'
import { putInPlace, syncFolder } from './putInPlace.ts'
import { inTransaction } from './transaction.ts'

const whatIsThere = (paths: StorePaths) => {
  try {
    return `a store with ${positionWords(lookForPosition(paths))}`
  } catch (error) {
    return `a store that cannot be looked at (${error instanceof Error ? error.message : error})`
  }
}

const taken = (paths: StorePaths) => {
  const remedy = 'Nothing was touched. Name another DATA_DIR, or move its files journal.* away.'
  const files = [paths.database, paths.log, paths.rollback, paths.mark].filter((file) => existsSync(file))
  if (files.length === 0) return null
  const there = files.includes(paths.database) ? whatIsThere(paths) : files.join(' and ')
  return new PlaceTaken(`${paths.folder} holds ${there}. ${remedy}`)
}

/** Complete, and its name is the last thing that it gets. */
const putStoreInPlace = (paths: StorePaths) => {
  const handle = openSync(paths.filling, 'r')
  fsyncSync(handle)
  closeSync(handle)
  if (!putInPlace(paths.filling, paths.database)) throw taken(paths) ?? new PlaceTaken(paths.database)
  rmSync(paths.filling, { force: true })
  syncFolder(paths.folder)
}

/** An empty data folder, that becomes the embedded store. */
export const openSqliteTarget = async (wanted: string): Promise<TransferTarget> => {
  const claim = claimed(wanted)
  const paths = storePaths(claim.folder)
  let open: (ReturnType<typeof openFilling> & { readonly header: ExportHeader }) | null = null
  let takePart: ReturnType<typeof createTaking> | null = null

  const opened = () => {
    if (!open || !takePart) throw new Error('The import was not begun.')
    return { ...open, takePart }
  }
  const closeFilling = () => {
    open?.database.close()
    open = null
  }
  return {
    place: `SQLite in ${paths.folder}`,
    async begin(header) {
      const found = taken(paths)
      if (found) throw found
      open = { ...openFilling(paths, header.check), header }
      takePart = createTaking(open.database)
      return open.filled.parts
    },
    async take(part) {
      const { database, takePart: take, filled, header } = opened()
      const now = inTransaction(database, () => {
        const after = take(part, filled)
        noteFilled(database, after)
        return after
      })
      open = { database, header, filled: now }
    },
    async finish() {
      const { database, header, filled } = opened()
      makeStore(database, header, filled)
      closeFilling()
      putStoreInPlace(paths)
    },
    async close() {
      closeFilling()
      claim.release()
    },
  }
}

const claimed = (folder: string) => {
  try {
    return claimFolder(folder)
  } catch (error) {
    throw toError(toProblem(error, folder))
  }
}
