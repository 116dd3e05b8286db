import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { filesUnder } from '../build/fingerprint.ts'
import { featureOrderFaults, lineCount, ruleNumberFaults, smallFileFaults } from './betweenFiles.ts'
import { checkChanged, rulesOf } from './foundClean.ts'
import { longFunctions } from './functionLength.ts'
import { wordingFaults } from './wording.ts'

const MOST_LINES = 300
/** A longer file says in its first comment why it is one file. */
const REASON = /\bone file because\b/i

const SOURCE = /\.(tsx?|mjs|cjs|css|html)$/
const CODE = /\.(tsx?|mjs|cjs)$/
/** Tests, and the rules of the contract suites, which are tests that several files run. */
const TEST = /\.test\.tsx?$|\/contract\//

/** Files that tools expect here begin with a dot or are named; the rest has its place in one of the four folders. */
const TOP_LEVEL =
  /^(\..+|package(-lock)?\.json|tsconfig\.json|biome\.json|docker-compose\.yml|README\.md|LICENSE|client|server|shared|scripts|node_modules|build|data|.+\.log)$/
const SERVER_TOP = /^(main|config)\.ts$|^README\.md$|^[^.]+$/

const NOT_RUN = /^\s*(describe|it|test|suite)(\.\w+)*\.(only|skip|todo|skipIf|runIf)\b/
const INLINE_TYPE = /\bimport\(\s*['"][^'"]+['"]\s*\)\s*\.\s*(?!then\b|catch\b|finally\b)\w/
const LITERAL_SPREAD = /\.\.\.\{(?!\})/
const LITERAL_LIMIT = /\blongest(=\{|: )\d/
const LITERAL_ID = /\bz\.string\(\)\.min\(1\)\.max\(64\)/
const PICKED_PARTS = /\b(Pick|Omit)<\w*Parts\b/
const EMPTY_NAME = /^(data|info|item|manager|handler|helpers?|utils?|service|common|misc|process)\.\w+$/i

// The ways to the environment that the linter (noProcessEnv) does not see.
const ENVIRONMENT =
  /\benv\b.*\bfrom ['"](node:)?process['"]|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|\bimport\.meta\.env\b/
const PRODUCT = /^(?!server\/config\.ts$)(shared|server|client)\/(?!.*(\.test\.|testing\/))/

// Arithmetic with wall time, which jumps when the clock of the machine is set. The files named here compare it with stored times, or with those of other nodes.
const WALL_INTERVAL = /\b(clock|Date)\.now\(\) *[-+<>]|(?<!=)[-+<>]=? *(clock|Date)\.now\(\)/
const WALL_TIMES =
  /^(?!server\/(auth\/(principalOf|elevationRoutes|lastUse|signIn\/routes)|cluster\/leaderClock|engine\/(clock|timers)|features\/(deliveries\/banEnforcement|notifications\/(posts|pushWorker)|positionViews\/viewLog)|game\/(host\/hostLink|simulator\/gameLog))\.ts$|client\/connection\/serverClock\.ts$)(server|client)\/(?!.*(\.test\.|testing\/))/

type Rule = { readonly fault: string; readonly among: RegExp; readonly breaks: (line: string) => boolean }

const lineRules: readonly Rule[] = [
  { fault: 'a test that is left out or runs alone', among: TEST, breaks: (line) => NOT_RUN.test(line) },
  {
    fault: 'a type imported inside a type: write `import type`, which the import rules can see',
    among: /\.tsx?$/,
    breaks: (line) => INLINE_TYPE.test(line),
  },
  {
    fault: 'only server/config.ts reads the environment; hand its values on',
    among: PRODUCT,
    breaks: (line) => ENVIRONMENT.test(line),
  },
  {
    fault: 'an interval on wall time, which jumps: measure it by clock.monotonic() or performance.now()',
    among: WALL_TIMES,
    breaks: (line) => WALL_INTERVAL.test(line),
  },
  {
    fault: 'a spread of an object literal: write its fields',
    among: CODE,
    breaks: (line) => LITERAL_SPREAD.test(line),
  },
  {
    fault: 'the longest text of a field as a number: import the limit that the hub checks',
    among: /^client\/features\/(?!parts\/|.*\.test\.)/,
    breaks: (line) => LITERAL_LIMIT.test(line),
  },
  {
    fault: 'the lengths of an id as numbers: shared/engine/ids.ts has the schema `Id`',
    among: PRODUCT,
    breaks: (line) => LITERAL_ID.test(line),
  },
  {
    fault: 'a choice from a bag of parts: close over them in the maker, or take what is needed by name',
    among: CODE,
    breaks: (line) => PICKED_PARTS.test(line),
  },
]

/** Everything that breaks the house's shape, as sentences. Empty if all is well. */
export async function checkHouseShape(root: string): Promise<string[]> {
  const paths = ['shared', 'server', 'client', 'scripts'].flatMap((folder) => filesUnder(root, folder))
  const sources = new Map(
    paths.filter((path) => SOURCE.test(path)).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  if (sources.size === 0) return ['no source file was read: the check of the shape is broken']
  return [
    ...topLevelFaults(readdirSync(root)),
    ...serverTopFaults(paths),
    ...(await checkChanged({
      root,
      name: 'shape',
      rules: rulesOf('scripts/shape/houseShape.ts'),
      read: () => sources,
      findFaults: (changed) => changed.flatMap((path) => fileFaults(path, sources.get(path) ?? '')),
    })),
    ...smallFileFaults(sources),
    ...ruleNumberFaults(sources),
    ...featureOrderFaults(sources),
  ]
}

/** The shape faults of one file, as sentences that begin with its path. */
export function fileFaults(path: string, text: string): string[] {
  const lines = text.split('\n')
  const byLine = lines.flatMap((line, index) =>
    lineRules
      .filter(({ among, breaks }) => among.test(path) && breaks(line))
      .map(({ fault }) => `${path}:${index + 1}: ${fault}`),
  )
  return [
    ...lengthFaults(path, text),
    ...(EMPTY_NAME.test(basename(path)) ? [`${path}: a file is named for its idea; this name says nothing`] : []),
    ...(isBarrel(path, lines) ? [`${path}: a file that only passes exports on; import the file that has them`] : []),
    ...(CODE.test(path) && !TEST.test(path) ? longFunctions(path, text) : []),
    ...byLine,
    ...(CODE.test(path) ? wordingFaults(path, text) : []),
  ]
}

/** Entries of the repository's root that do not belong there. */
export const topLevelFaults = (names: readonly string[]): string[] =>
  names
    .filter((name) => !TOP_LEVEL.test(name))
    .map((name) => `${name}: the top level holds the four folders and what tools insist on`)

/** Files at the top of server/ and are neither main.ts nor config.ts. */
export const serverTopFaults = (paths: readonly string[]): string[] =>
  paths
    .filter((path) => /^server\/[^/]+$/.test(path) && !SERVER_TOP.test(basename(path)))
    .map((path) => `${path}: the top of server/ holds main.ts and config.ts; the rest has a folder`)

function lengthFaults(path: string, text: string): string[] {
  const length = lineCount(text)
  const firstComment = /\/\*[\s\S]*?\*\/|(?:^\s*\/\/.*\n?)+/m.exec(text)?.[0] ?? ''
  if (length <= MOST_LINES || REASON.test(firstComment.replaceAll(/\s*\n\s*(\*|\/\/)\s*/g, ' '))) return []
  return [`${path}: ${length} lines; above ${MOST_LINES} the first comment says "one file because …"`]
}

const isBarrel = (path: string, lines: readonly string[]) => {
  const statements = lines.filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line))
  return CODE.test(path) && statements.length > 0 && statements.every((line) => /^export .* from '/.test(line))
}
