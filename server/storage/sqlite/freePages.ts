import { readTrunk } from './pageLayout.ts'
import type { StorePaths } from './paths.ts'
import { damaged } from './problems.ts'

type Trunk = ReturnType<typeof readTrunk>

/** Where the list of free pages begins, and how many pages it has, as the header of the database says. */
interface ListHeader {
  readonly first: number
  readonly length: number
}

/**
 * The free pages of a database, without reading its list of them again for each look: a trunk page (one that lists free pages) is read
 * once, and again after it was written. SQLite changes the list only by writing a trunk page or the header, so that all other trunk
 * pages are as they were read; the length in the header confirms it.
 */
export const createFreePages = (paths: StorePaths) => {
  const trunks = new Map<number, Trunk>()
  /** By number of a page the trunk page that lists it; 0 where none does. */
  let listedBy = new Uint32Array(0)

  const forget = (number: number) => {
    for (const leaf of trunks.get(number)?.leaves ?? []) if (listedBy[leaf] === number) listedBy[leaf] = 0
    trunks.delete(number)
  }
  const keep = (number: number, trunk: Trunk) => {
    trunks.set(number, trunk)
    for (const leaf of trunk.leaves) listedBy[leaf] = number
    return trunk
  }
  const makeRoom = (pages: number) => {
    if (pages < listedBy.length) return
    const larger = new Uint32Array(Math.ceil(pages * 1.25) + 1)
    larger.set(listedBy)
    listedBy = larger
  }
  return {
    /** These pages were written: what was read of them is out of date. */
    written: (numbers: readonly number[]) => numbers.forEach(forget),
    /** Follows the list to its end, and reads what is not known of it while `hasRoom`. @returns whether the end was reached */
    follow({ first, length }: ListHeader, pages: number, read: (number: number) => Buffer, hasRoom: () => boolean) {
      makeRoom(pages)
      const reached = new Set<number>()
      let found = 0
      for (let number = first; number !== 0; ) {
        if (reached.has(number)) throw damaged(paths, 'has a list of free pages without an end.')
        const known = trunks.get(number)
        if (!known && !hasRoom()) return false
        const { next, leaves } = known ?? keep(number, readTrunk(read(number)))
        reached.add(number)
        found += 1 + leaves.length
        number = next
      }
      for (const number of trunks.keys()) if (!reached.has(number)) forget(number)
      if (found !== length) throw damaged(paths, `lists ${found} free pages, where its header says ${length}.`)
      return true
    },
    /** From where on a free page is unused; undefined for any other page. The list must have been followed to its end. */
    unusedFrom: (number: number) => trunks.get(number)?.unusedFrom ?? (listedBy[number] ? 0 : undefined),
  }
}
