import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const isJournals = /^journal\.(db(-wal|-shm|-journal)?|mark(\.new)?)$/
const isSegments = /^(main-\d{1,16}\.segment|unfinished)$/
const isFixtures = /^([a-z0-9][a-z0-9-]{0,59}\.jsonl|unfinished)$/

/**
 * Makes the hub's own files readable for its user only, as older releases or copies may have left them readable for others. Files whose
 * mode cannot be changed (on a share without modes, or of another user) stay as they are.
 */
export function tightenDataDir(folder: string) {
  tightenFiles(folder, isJournals)
  for (const [name, isOurs] of [
    ['replay', isSegments],
    ['fixtures', isFixtures],
  ] as const) {
    const inside = join(folder, name)
    if (tightenFiles(inside, isOurs)) tighten(inside, 0o700)
  }
}

/** False if there is no such folder. */
function tightenFiles(folder: string, isOurs: RegExp) {
  try {
    if (!lstatSync(folder).isDirectory()) return false
    for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile()))
      if (isOurs.test(name)) tighten(join(folder, name), 0o600)
    return true
  } catch {
    return false
  }
}

function tighten(path: string, mode: number) {
  try {
    chmodSync(path, mode)
  } catch {
    return
  }
}
