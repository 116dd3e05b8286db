import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { filesUnder } from '../build/fingerprint.ts'

/** What `npm test -- …` asks for. */
export type TestOptions = {
  /** Keep every core busy meanwhile: tests must not depend on a quiet machine. */
  readonly busy: boolean
  /** Null: run everything. */
  readonly selection: Selection | null
}

/** Some test files, from the repository's root, and the names to run in them. No names: all tests of the files. */
export type Selection = { readonly files: readonly string[]; readonly names: readonly string[] }

export class BadSelection extends Error {}

const TEST_FILE = /\.test\.tsx?$/
const SHARED_RULES = /(^|\/)contract\/[^/]+\.ts$|[cC]ontract\.ts$/

/**
 * Reads the arguments of `npm test`. Each is `--busy`, the path of a test file or folder, or part of a test's name (a rule's
 * number such as PK31, or some words of it).
 * @throws BadSelection when an argument matches no test
 */
export function readTestOptions(args: readonly string[], root: string): TestOptions {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--busy')
  if (unknown)
    throw new BadSelection(`There is no option ${unknown}. Use --busy, the path of a test, or a test's name.`)
  const wanted = args.filter((arg) => arg !== '--busy')
  return { busy: args.includes('--busy'), selection: wanted.length === 0 ? null : select(wanted, root) }
}

function select(wanted: readonly string[], root: string): Selection {
  const sources = ['shared', 'server', 'client', 'scripts'].flatMap((folder) => filesUnder(root, folder))
  const tests = sources.filter((file) => TEST_FILE.test(file))
  const isPath = (arg: string) => existsSync(resolve(root, arg))
  const paths = wanted.filter(isPath).map((arg) => relative(root, resolve(root, arg)))
  const names = wanted.filter((arg) => !isPath(arg))
  const below = paths.length === 0 ? tests : tests.filter((file) => paths.some((path) => isBelow(file, path, root)))
  if (below.length === 0) throw new BadSelection(`No test file below ${paths.join(' or ')}.`)
  if (names.length === 0) return { files: below, names }
  const files = [...new Set(names.flatMap((name) => filesWithName(name, below, sources, root)))]
  return { files, names }
}

const isBelow = (file: string, path: string, root: string) =>
  file === path || (statSync(join(root, path)).isDirectory() && file.startsWith(`${path}/`))

/** The test files that hold this name. A rule of a contract suite runs in every file that runs the suite. */
function filesWithName(name: string, tests: readonly string[], sources: readonly string[], root: string): string[] {
  const holds = (file: string) => readFileSync(join(root, file), 'utf8').includes(name)
  const direct = tests.filter(holds)
  const inContract = sources.some((file) => SHARED_RULES.test(file) && !TEST_FILE.test(file) && holds(file))
  const found = inContract ? [...direct, ...tests.filter((file) => file.includes('contract.test.'))] : direct
  if (found.length === 0) {
    throw new BadSelection(
      `"${name}" is neither a path nor part of the name of a test${tests.length < 50 ? ' there' : ''}.`,
    )
  }
  return found
}
