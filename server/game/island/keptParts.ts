import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

const root = join(import.meta.dirname, '../../..')

/** Creating the default island takes nearly half of the CPU time of a start in demo mode, so it is kept beside what `npm start` builds. */
export const keptFile = join(root, 'build/island.bin')

/**
 * Reads what an earlier process wrote into the file. If the file is missing, damaged, or written by other code, creates the parts and
 * writes them. A folder that may not be written changes nothing else.
 * @param key changes with everything that the parts depend on
 */
export function keptParts<Parts>(file: string, create: () => Parts, key = keyOfCode()): Parts {
  const kept = read<Parts>(file, key)
  if (kept !== null) return kept
  const parts = create()
  write(file, key, parts)
  return parts
}

/** The code that creates an island, the packages and the engine, whose mathematical functions may differ in the last digit. */
function keyOfCode(): string {
  const sources = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const files = [
    ...sources.sort().map((name) => join(import.meta.dirname, name)),
    ...['shared/features/world/frame.ts', 'package-lock.json'].map((path) => join(root, path)),
  ]
  const hash = createHash('sha256').update(`${process.versions.v8} ${process.arch}`)
  for (const file of files) hash.update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** The file is a hash of what follows, as bytes, and the key and the parts as V8 serializes them. */
const hashBytes = 32
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function read<Parts>(file: string, key: string): Parts | null {
  try {
    const bytes = readFileSync(file)
    const body = bytes.subarray(hashBytes)
    if (!hashOf(body).equals(bytes.subarray(0, hashBytes))) return null
    const kept = deserialize(body) as { readonly key: string; readonly parts: Parts }
    return kept.key === key ? kept.parts : null
  } catch {
    return null
  }
}

/** Under its name only when it is complete: several processes may start at once. */
function write(file: string, key: string, parts: unknown) {
  const body = serialize({ key, parts })
  const unfinished = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(unfinished, Buffer.concat([hashOf(body), body]))
    renameSync(unfinished, file)
  } catch {
    // The image of an installation belongs to another user. The next start creates the parts again.
  }
}
