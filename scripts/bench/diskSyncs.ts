import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const page = Buffer.alloc(8_192, 1)

/** What the disk alone takes: so many small writes one after the other, each waited for until it is on the disk. */
export function openDiskSyncs(folder: string) {
  const file = openSync(join(folder, 'syncs'), 'w')
  return {
    tookMs(count: number) {
      const startedAt = performance.now()
      for (let done = 0; done < count; done += 1) {
        writeSync(file, page)
        fdatasyncSync(file)
      }
      return performance.now() - startedAt
    },
    close: () => closeSync(file),
  }
}
