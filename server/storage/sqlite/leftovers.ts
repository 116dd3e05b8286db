import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { createFreePages } from './freePages.ts'
import type { OpenStore } from './open.ts'
import type { Pace } from './pace.ts'
import { isTreePage, MOST_PAGES, overflowCapacity, overflowEnd, type PageLayout, treePageLayout } from './pageLayout.ts'
import { damaged } from './problems.ts'

/** What a piece of an erasure has looked at. */
export interface Piece {
  readonly rows: number
  readonly bytes: number
}

/** Read in one piece, besides the pages that were written since the last one: however little time it has, and at most. */
const FEWEST_BYTES_AT_ONCE = 32_000
const BYTES_AT_ONCE = 500_000

/**
 * Overwrites what SQLite has left behind of deleted rows: in free pages, in the unused parts of the others, and in its log. Page by page,
 * so that appends are written in between; rewriting the file (VACUUM) would stop them until all of it is done.
 *
 * SQLite has no call for that, so the bytes are overwritten in the file itself, through a handle of our own. This is safe because this
 * connection alone holds the database, only bytes that SQLite does not read are changed, and before each piece the log is carried over
 * and the cache is dropped: SQLite then holds no page that differs from the file. A write that is cut off has changed unused bytes only.
 */
export function* clearLeftovers(store: OpenStore, pace: Pace): Generator<Piece> {
  store.carriesLogOver = true
  try {
    const pages = openPages(store, pace)
    if (pages.count() > MOST_PAGES) throw new Error(`${store.paths.database} is too large to be cleared.`)
    const again = new Set<number>()
    for (let next = 1; next <= pages.count(); ) {
      const written = pages.inLog()
      // SQLite moves pages when it splits or joins them: what was written since is looked at once more.
      for (const page of written) if (page < next) again.add(page)
      pages.emptyLog()
      const count = pages.count()
      const piece = pages.begin(written, count)
      // A list of free pages that is too long for one piece is read in several, before any page is cleared.
      if (piece.knowsFreePages) {
        for (const page of again) piece.clear(page)
        again.clear()
        do piece.clear(next++)
        while (next <= count && piece.hasRoom())
        piece.sync()
      }
      if (next <= count) yield { rows: 0, bytes: piece.bytes() }
    }
    pages.emptyLog()
  } finally {
    store.carriesLogOver = false
  }
}

const LOG_HEADER = 32
const FRAME_HEADER = 24
/** SQLite never uses the page that holds this byte. */
const LOCK_BYTE = 2 ** 30

const openPages = (store: OpenStore, pace: Pace) => {
  const { database, paths } = store
  const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const size = pragma('page_size')
  const lockPage = Math.floor(LOCK_BYTE / size) + 1
  const free = createFreePages(paths)
  return {
    count: () => pragma('page_count'),
    /** The pages that were written since the log was last emptied. */
    inLog(): number[] {
      const frames = Number(database.prepare('PRAGMA wal_checkpoint(NOOP)').get()?.log)
      const log = openSync(paths.log, 'r')
      try {
        const number = Buffer.alloc(4)
        const numbers = Array.from({ length: frames }, (_, at) => {
          readSync(log, number, 0, 4, LOG_HEADER + at * (FRAME_HEADER + size))
          return number.readUInt32BE(0)
        })
        return [...new Set(numbers)]
      } finally {
        closeSync(log)
      }
    },
    /** Afterwards SQLite reads every page from the database. */
    emptyLog() {
      if (database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0)
        throw new Error('The log of the journal could not be emptied.')
      database.exec('PRAGMA shrink_memory')
    },
    /** The log must be empty, and stay so until the piece is synced. @param written since the last piece */
    begin(written: readonly number[], count: number) {
      free.written(written)
      return beginPiece(store, { size, count, lockPage }, { free, pace })
    },
  }
}

/** Offsets in the database header: sqlite.org/fileformat2.html, "The Database Header". */
const RESERVED = 20
const FIRST_TRUNK = 32
const FREE_PAGES = 36

interface Pages {
  readonly size: number
  readonly count: number
  readonly lockPage: number
}

const beginPiece = (
  { file, paths, settings }: OpenStore,
  { size, count, lockPage }: Pages,
  { free, pace }: { readonly free: ReturnType<typeof createFreePages>; readonly pace: Pace },
) => {
  const zeros = Buffer.alloc(size)
  let pagesRead = 0
  let hasWritten = false

  const read = (number: number) => {
    const page = Buffer.allocUnsafe(size)
    if (readSync(file, page, 0, size, (number - 1) * size) !== size) throw damaged(paths, `has lost page ${number}.`)
    pagesRead += 1
    return page
  }
  const firstPage = read(1)
  const usable = size - (firstPage[RESERVED] ?? 0)

  const clearSpans = (number: number, page: Buffer, spans: PageLayout['unused']) => {
    const left = spans.filter(([from, to]) => !page.subarray(from, to).equals(zeros.subarray(from, to)))
    for (const [from, to] of left) page.fill(0, from, to)
    if (left.length === 0) return
    writeSync(file, page, 0, size, (number - 1) * size)
    hasWritten = true
  }
  const clearOverflow = ({ page: first, bytes }: PageLayout['overflows'][number]) => {
    const capacity = overflowCapacity(usable)
    let page = first
    let left = bytes
    for (; left > capacity; left -= capacity) page = read(page).readUInt32BE(0)
    clearSpans(page, read(page), [overflowEnd(left, usable)])
  }
  const hasRoom = () => {
    const bytes = pagesRead * size
    return bytes < FEWEST_BYTES_AT_ONCE || (bytes < BYTES_AT_ONCE && pace.hasTime())
  }
  const list = { first: firstPage.readUInt32BE(FIRST_TRUNK), length: firstPage.readUInt32BE(FREE_PAGES) }
  return {
    knowsFreePages: free.follow(list, count, read, hasRoom),
    hasRoom,
    clear(number: number) {
      if (number === lockPage) return
      const page = read(number)
      const unusedFrom = free.unusedFrom(number)
      if (unusedFrom !== undefined) return clearSpans(number, page, [[unusedFrom, usable]])
      // The page of an overflow chain is cleared with the cell that it belongs to.
      if (!isTreePage(page, number)) return
      const { unused, overflows } = treePageLayout(page, number, usable)
      clearSpans(number, page, unused)
      for (const overflow of overflows) clearOverflow(overflow)
    },
    bytes: () => pagesRead * size,
    sync() {
      if (hasWritten && settings.durable) fdatasyncSync(file)
    },
  }
}
