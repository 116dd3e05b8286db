import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FormerData, formerKeptMs, keptFormer } from '../../../shared/features/backups/backups.ts'

/** As `before-restore-2026-11-23T05-00-00-1f2e`, of the time at which the restore was asked for. */
const NAME = /^before-restore-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-[0-9a-f]{4}$/

/** The data that restores have replaced: a folder of each, in the data folder. */
export function createFormerData({ dataDir, now }: { readonly dataDir: string; readonly now: () => number }) {
  const list = async (): Promise<FormerData[]> => {
    const found: FormerData[] = []
    for (const name of await readdir(dataDir).catch(() => [])) {
      const at = timeIn(name)
      if (at !== null) found.push({ name, at, bytes: await sizeOf(join(dataDir, name)) })
    }
    return found.sort((one, other) => other.at - one.at)
  }
  const remove = async (name: string) => {
    if (timeIn(name) === null) throw new Error(`${name} is not a folder of former data.`)
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
  return {
    list,
    /** Does nothing if it is gone already. */
    remove,
    /** They hold persons who were erased since, and are a way back for a while only. */
    async removeOld() {
      for (const [nth, { name, at }] of (await list()).entries())
        if (nth >= keptFormer || at < now() - formerKeptMs) await remove(name)
    },
  }
}

/** Epoch ms; null for a name that no restore gives. */
function timeIn(name: string): number | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? null : at
}

/** Of the files in it, as far as they can be read. */
async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const one of files) if (one.isFile()) bytes += await sizeOfFile(join(one.parentPath, one.name))
  return bytes
}
const sizeOfFile = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )
