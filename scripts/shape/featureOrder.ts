import { dirname, join } from 'node:path'

const INDEX = 'server/features/index.ts'
const FEATURE = /^server\/features\/([^/]+)\//
const TEST = /\.test\.tsx?$|\/testing\//

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
export function featureOrder(index: string): readonly string[] {
  const list = /featureOrder\b[^=]*=\s*\[([^\]]*)\]/.exec(index)?.[1] ?? ''
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

const importedFeatures = (path: string, text: string): string[] =>
  [...text.matchAll(/from '(\.[^']+)'/g)].flatMap(
    ([, wanted = '']) => FEATURE.exec(join(dirname(path), wanted))?.[1] ?? [],
  )
