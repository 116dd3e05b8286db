/** The numbers of rules at the start of a test's name, as in '[PK31] a seventh carnivore is refused'. */
const NAME = /(['"`])((?:\[[A-Z][A-Z0-9.]*\d\]\s?)+)/g
const TEST = /\.test\.tsx?$|\/contract\/|\/testing\//
/** Numbers of the OWASP ASVS: several tests may prove one of its requirements. */
const OUTSIDE = /^V\d+\.\d+/

type Place = { readonly path: string; readonly line: number }

/** Every place in which a rule's number heads the name of a test. */
export function rulePlaces(sources: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Place[]> {
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
