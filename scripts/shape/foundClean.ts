import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { importedFiles } from '../build/builds.ts'
import { filesUnder, fingerprintOf } from '../build/fingerprint.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

type Faults = readonly string[]
type Contents = ReadonlyMap<string, string | Buffer>

interface Check {
  readonly root: string
  /** The name of its file in build/clean, which no repository holds: a new checkout is checked as a whole. */
  readonly name: string
  /** A hash of all that decides beside the contents. */
  readonly rules: string
  /** What it looks at, by path. Read again when it has ended: what was saved meanwhile is checked the next time. */
  readonly read: () => Contents
  readonly findFaults: (changed: readonly string[]) => Faults | Promise<Faults>
}

/**
 * The faults in files that the check has not found clean before, with the same rules and content. As long as there is any fault,
 * nothing is added to what is clean, so that it is found again.
 */
export async function checkChanged({ root, name, rules, read, findFaults }: Check): Promise<Faults> {
  const file = join(root, 'build', 'clean', `${name}.txt`)
  const clean = new Set(linesOf(file))
  const keys = keysOf(rules, read())
  const changed = [...keys].filter(([, key]) => !clean.has(key)).map(([path]) => path)
  if (changed.length === 0) return []
  const faults = await findFaults(changed)
  if (faults.length > 0) return faults
  const after = keysOf(rules, read())
  const checked = [...keys].filter(([path, key]) => after.get(path) === key).map(([, key]) => key)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, checked.join('\n'))
  return []
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

const keysOf = (rules: string, contents: Contents): ReadonlyMap<string, string> =>
  new Map(
    [...contents].map(([path, content]) => [
      path,
      createHash('sha256').update(`${rules}\n${path}\n`).update(content).digest('hex'),
    ]),
  )

/** The rules of a check that is written here: its source, what that imports, and the versions of packages. */
export const rulesOf = (source: string): string =>
  fingerprintOf(repositoryRoot, [...importedFiles(repositoryRoot, source), 'package.json', 'package-lock.json'])

/** What decides for Biome beside a file: its settings, the packages that turn rules on, and its version. */
const LINTING = ['.gitignore', 'biome.json', 'package.json', 'package-lock.json']
const NOT_OURS = ['.git', 'build', 'data', 'node_modules']
/** The paths of more files are too long for a command line on Windows. */
const MOST_PATHS = 200

/** Checks format and lint of what has changed: each rule of biome.json looks at one file at a time. `run` has Biome check paths. */
export const lintChanged = (root: string, run: (paths: readonly string[]) => Promise<Faults>): Promise<Faults> =>
  checkChanged({
    root,
    name: 'lint',
    rules: fingerprintOf(root, LINTING),
    read: () => new Map(ourFiles(root).map((path) => [path, readFileSync(join(root, path))])),
    findFaults: (changed) => run(changed.length > MOST_PATHS ? ['.'] : changed),
  })

const ourFiles = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.includes(entry.name)) return []
    return entry.isDirectory() ? filesUnder(root, entry.name) : [entry.name]
  })
