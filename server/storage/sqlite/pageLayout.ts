/**
 * What a page of an SQLite database uses, so that the rest can be overwritten: sqlite.org/fileformat2.html, "B-tree Pages" and "Cell
 * Payload Overflow Pages". Pure.
 */

/** Bytes from a first one up to, and without, a last one. */
type Span = readonly [from: number, to: number]

/** The page of an overflow chain that follows a cell, and how many bytes of the cell's content the chain holds. */
export interface Overflow {
  readonly page: number
  readonly bytes: number
}

export interface PageLayout {
  readonly unused: readonly Span[]
  readonly overflows: readonly Overflow[]
}

/** Page 1 begins with the header of the database. */
const DATABASE_HEADER = 100
const INDEX_INTERIOR = 2
const TABLE_INTERIOR = 5
const INDEX_LEAF = 10
const TABLE_LEAF = 13
const FREEBLOCK_HEADER = 4
const OVERFLOW_HEADER = 4
/** SQLite reserves no less for a cell. */
const SMALLEST_CELL = 4

/**
 * By its first byte, a page is part of a tree. Other pages begin with the number of a page: in a database below this many pages, no
 * such number begins with the first byte of a tree's page.
 */
export const MOST_PAGES = INDEX_INTERIOR * 2 ** 24
export const isTreePage = (page: Buffer, number: number) =>
  [INDEX_INTERIOR, TABLE_INTERIOR, INDEX_LEAF, TABLE_LEAF].includes(page[headerAt(number)] ?? 0)

const headerAt = (number: number) => (number === 1 ? DATABASE_HEADER : 0)

/** The layout of a page of a tree. @param usable bytes of a page that SQLite uses @throws Error when the page is damaged */
export function treePageLayout(page: Buffer, number: number, usable: number): PageLayout {
  const header = headerAt(number)
  const type = page[header] ?? 0
  const isInterior = type === INDEX_INTERIOR || type === TABLE_INTERIOR
  const pointers = header + (isInterior ? 12 : 8)
  const cellCount = page.readUInt16BE(header + 3)
  const used: Span[] = [[0, pointers + 2 * cellCount]]
  const overflows: Overflow[] = []
  for (let nth = 0; nth < cellCount; nth += 1) {
    const at = page.readUInt16BE(pointers + 2 * nth)
    const { size, overflow } = readCell(page, at, type, usable)
    used.push([at, at + size])
    if (overflow) overflows.push(overflow)
  }
  for (let at = page.readUInt16BE(header + 1), last = 0; at !== 0; last = at, at = page.readUInt16BE(at)) {
    if (at <= last) throw damagedPage(number)
    used.push([at, at + FREEBLOCK_HEADER])
  }
  return { unused: between(used, usable, number), overflows }
}

/** The last page of an overflow chain: its content fills the page only by chance. */
export const overflowEnd = (bytes: number, usable: number): Span => [OVERFLOW_HEADER + bytes, usable]
/** How much content each page of an overflow chain holds. */
export const overflowCapacity = (usable: number) => usable - OVERFLOW_HEADER

/** A page that lists free pages: the number of the next list, its length, and the numbers. */
export const readTrunk = (page: Buffer) => {
  const count = page.readUInt32BE(4)
  return {
    next: page.readUInt32BE(0),
    leaves: Array.from({ length: count }, (_, at) => page.readUInt32BE(8 + 4 * at)),
    unusedFrom: 8 + 4 * count,
  }
}

const damagedPage = (number: number) => new Error(`Page ${number} is not laid out as SQLite lays out its pages.`)

/** What is between the spans. @throws Error when two of them overlap */
const between = (used: readonly Span[], usable: number, number: number): Span[] => {
  const gaps: Span[] = []
  let end = 0
  for (const [from, to] of [...used].sort(([a], [b]) => a - b)) {
    if (from < end || to > usable) throw damagedPage(number)
    if (from > end) gaps.push([end, from])
    end = to
  }
  return end < usable ? [...gaps, [end, usable]] : gaps
}

interface Cell {
  readonly size: number
  readonly overflow: Overflow | null
}

const readCell = (page: Buffer, start: number, type: number, usable: number): Cell => {
  let at = start + (type === INDEX_INTERIOR || type === TABLE_INTERIOR ? 4 : 0)
  if (type === TABLE_INTERIOR) return { size: readVarint(page, at).next - start, overflow: null }
  const { value: payload, next } = readVarint(page, at)
  at = type === TABLE_LEAF ? readVarint(page, next).next : next
  const local = localBytes(payload, type, usable)
  if (local === payload) return { size: Math.max(at + local - start, SMALLEST_CELL), overflow: null }
  const overflow = { page: page.readUInt32BE(at + local), bytes: payload - local }
  return { size: at + local + 4 - start, overflow }
}

/** How much of a cell's content is within its page. */
const localBytes = (payload: number, type: number, usable: number): number => {
  const most = type === TABLE_LEAF ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  if (payload <= most) return payload
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const filled = least + ((payload - least) % (usable - 4))
  return filled <= most ? filled : least
}

/** A number of one to nine bytes. Row ids may lose digits here; lengths are far below that. */
const readVarint = (page: Buffer, start: number) => {
  let value = 0
  for (let at = start; at < start + 8; at += 1) {
    const byte = page.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + 1 }
  }
  return { value, next: start + 9 }
}
