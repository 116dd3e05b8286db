// Rules that hold between files: the order of features, unique rule numbers, small files with one importer.
import { basename, dirname, join } from 'node:path'

const INDEX = 'server/features/index.ts'
const FEATURE = /^server\/features\/([^/]+)\//
/** Tests, what they share, and the rules of the contract suites, which are tests that several files run. */
const TEST = /\.test\.tsx?$|\/contract\/|\/testing\//

/** Imports between features that point against the order of server/features/index.ts, and features that it leaves out. */
export function featureOrderFaults(sources: ReadonlyMap<string, string>): string[] {
  const index = sources.get(INDEX)
  if (index === undefined) return []
  const order = featureOrder(index)
  const rank = new Map(order.map((name, position) => [name, position]))
  const features = new Set([...sources.keys()].flatMap((path) => FEATURE.exec(path)?.[1] ?? []))
  const missing = [...features].filter((name) => !rank.has(name)).map((name) => `${INDEX}: ${name} is not in the order`)
  const against = [...sources].flatMap(([path, text]) => {
    const from = FEATURE.exec(path)?.[1]
    if (from === undefined || TEST.test(path)) return []
    return importedFeatures(path, text)
      .filter((to) => to !== from && (rank.get(to) ?? 0) > (rank.get(from) ?? 0))
      .map((to) => `${path}: ${from} comes before ${to} in ${INDEX} and must not import it`)
  })
  return [...missing, ...against]
}

/** The names in the list `featureOrder`. */
function featureOrder(index: string): readonly string[] {
  const list = /featureOrder\b[^=]*=\s*\[([^\]]*)\]/.exec(index)?.[1] ?? ''
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

const importedFeatures = (path: string, text: string): string[] =>
  [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(
    ([, wanted = '']) => FEATURE.exec(join(dirname(path), wanted))?.[1] ?? [],
  )

/** The numbers of rules at the start of a test's name, as in '[PK31] a seventh carnivore is refused'. */
const NAME = /(['"`])((?:\[[A-Z][A-Z0-9.]*\d\]\s?)+)/g
/** Numbers of the OWASP ASVS: several tests may prove one of its requirements. */
const OUTSIDE = /^V\d+\.\d+/

type Place = { readonly path: string; readonly line: number }

/** Every place in which a rule's number heads the name of a test. */
function rulePlaces(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>()
  for (const [path, text] of sources) {
    if (!TEST.test(path)) continue
    for (const [index, line] of text.split('\n').entries()) {
      for (const number of numbersIn(line)) {
        places.set(number, [...(places.get(number) ?? []), { path, line: index + 1 }])
      }
    }
  }
  return places
}

/** Numbers that stand for more than one rule. */
export const ruleNumberFaults = (sources: ReadonlyMap<string, string>): string[] =>
  [...rulePlaces(sources)]
    .filter(([, places]) => places.length > 1)
    .map(([number, places]) => {
      const where = places.map(({ path, line }) => `${path}:${line}`).join(', ')
      return `[${number}] is the number of ${places.length} rules: ${where}`
    })

const numbersIn = (line: string): string[] =>
  [...line.matchAll(NAME)]
    .flatMap(([, , heads = '']) => [...heads.matchAll(/\[([^\]]+)\]/g)].map(([, number = '']) => number))
    .filter((number) => !OUTSIDE.test(number))

const FEWEST_LINES = 60

/** Small files whose only importer, apart from tests beside them, is beside them: they are one idea with their importer. */
export function smallFileFaults(sources: ReadonlyMap<string, string>): string[] {
  const importers = importersOf(sources)
  const programs = programsOf(sources)
  return [...sources]
    .filter(([path, text]) => isSmall(path, text))
    .flatMap(([path]) => {
      const all = [...(importers.get(path) ?? [])].filter(
        (importer) => !TEST.test(importer) || dirname(importer) !== dirname(path),
      )
      const [only] = all
      if (all.length !== 1 || !only || dirname(only) !== dirname(path) || programs.has(path)) return []
      return [`${path}: under ${FEWEST_LINES} lines, and only ${basename(only)} beside it imports it: merge them`]
    })
}

/** One message a file is the rule of the protocol, and a program has a file of its own. */
const STANDS_ALONE = /^shared\/protocol\/|^client\/(main|App|routes)\.tsx?$|^server\/main\.ts$|\/testing\//

const isSmall = (path: string, text: string) =>
  /\.tsx?$/.test(path) && !TEST.test(path) && !STANDS_ALONE.test(path) && lineCount(text) < FEWEST_LINES

/** Files that run as a process or thread of their own. */
const programsOf = (sources: ReadonlyMap<string, string>): ReadonlySet<string> =>
  new Set(
    [...sources].flatMap(([path, text]) =>
      [...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g)].map(([, to = '']) => join(dirname(path), to)),
    ),
  )

function importersOf(sources: ReadonlyMap<string, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    for (const [, wanted = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const imported = join(dirname(path), wanted)
      importers.set(imported, (importers.get(imported) ?? new Set()).add(path))
    }
  }
  return importers
}

export const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length
