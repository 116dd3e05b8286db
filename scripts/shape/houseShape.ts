import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../build/fingerprint.ts'
import { longFunctions } from './longFunctions.ts'

const MOST_LINES = 300
const SOURCE = /\.(tsx?|mjs|cjs|css|html)$/
const CODE = /\.(tsx?|mjs|cjs)$/
const TEST = /\.test\.tsx?$/

/** Whatever tools insist on finding here begins with a dot; the rest has its place in one of the four folders. */
const TOP_LEVEL =
  /^(\..+|package(-lock)?\.json|tsconfig\.json|biome\.json|docker-compose\.yml|README\.md|LICENSE|client|server|shared|scripts|node_modules|build|data|.+\.log)$/

const NOT_RUN = /^\s*(describe|it|test|suite)(\.\w+)*\.(only|skip|todo|skipIf|runIf)\b/
const INLINE_TYPE = /\bimport\(\s*['"][^'"]+['"]\s*\)\s*\.\s*(?!then\b|catch\b|finally\b)\w/

// Beside what the linter sees of it (noProcessEnv): the other ways to the environment.
const ENVIRONMENT =
  /\benv\b.*\bfrom ['"](node:)?process['"]|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|\bimport\.meta\.env\b/
const PRODUCT = /^(?!server\/config\.ts$)(shared|server|client)\/(?!.*(\.test\.|testing\/))/

/** Files with functions from before the rule was checked. The list only ever gets shorter. */
const KNOWN_LONG: ReadonlySet<string> = new Set([
  'client/connection/documents.ts',
  'client/connection/flights.ts',
  'client/map/tracks.ts',
  'server/storage/contract/checkpointRules.ts',
  'server/storage/contract/leaseRules.ts',
  'server/storage/contract/overlapRules.ts',
  'server/storage/sqlite.ts',
  'server/storage/sqlite/appending.ts',
  'server/storage/sqlite/checkpointing.ts',
  'server/storage/sqlite/keeper.ts',
  'server/testing/memoryStorage.ts',
  'server/testing/villagers.ts',
  'server/testing/visitor.ts',
  'shared/protocol/positions/positionsDecoder.ts',
  'shared/protocol/positions/positionsEncoder.ts',
])
const hasRuleForFunctions = (path: string) => CODE.test(path) && !TEST.test(path) && !KNOWN_LONG.has(path)

type Rule = { readonly fault: string; readonly among: RegExp; readonly breaks: (line: string) => boolean }

const lineRules: readonly Rule[] = [
  { fault: 'a test that is left out or runs alone', among: TEST, breaks: (line) => NOT_RUN.test(line) },
  {
    fault: 'a type imported inside a type: write `import type`, which the import rules can see',
    among: /\.tsx?$/,
    breaks: (line) => INLINE_TYPE.test(line),
  },
  {
    fault: 'only server/config.ts reads the environment; what it says is handed on',
    among: PRODUCT,
    breaks: (line) => ENVIRONMENT.test(line),
  },
]

const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length

/** What is wrong with the shape of one file, as sentences that begin with its path. */
export function fileFaults(path: string, text: string): string[] {
  const length = lineCount(text)
  const tooLong = length > MOST_LINES ? [`${path}: ${length} lines; a file never passes ${MOST_LINES}`] : []
  const rules = lineRules.filter(({ among }) => among.test(path))
  const byLine = text
    .split('\n')
    .flatMap((line, index) =>
      rules.filter(({ breaks }) => breaks(line)).map(({ fault }) => `${path}:${index + 1}: ${fault}`),
    )
  return [...tooLong, ...(hasRuleForFunctions(path) ? longFunctions(path, text) : []), ...byLine]
}

/** What lies in the repository's root and does not belong there. */
export const topLevelFaults = (names: readonly string[]): string[] =>
  names
    .filter((name) => !TOP_LEVEL.test(name))
    .map((name) => `${name}: the top level holds the four folders and what tools insist on`)

/** Everything that breaks the house's shape, as sentences. Empty if all is well. */
export function checkHouseShape(root: string): string[] {
  const files = ['shared', 'server', 'client', 'scripts'].flatMap((folder) => filesUnder(root, folder))
  const sources = files.filter((file) => SOURCE.test(file))
  if (sources.length === 0) return ['no source file was read: the check of the shape is broken']
  const faults = sources.flatMap((file) => fileFaults(file, readFileSync(join(root, file), 'utf8')))
  return [...topLevelFaults(readdirSync(root)), ...faults]
}
