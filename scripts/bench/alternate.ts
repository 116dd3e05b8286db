import { median } from './median.ts'

/** Measures several things in turn, again and again, so that whatever else the machine does falls on all of them. Medians. */
export async function alternate<Name extends string>(
  passes: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measures) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (const name of names) await measures[name]()
  for (let pass = 0; pass < passes; pass++) for (const name of names) results[name].push(await measures[name]())
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<Name, number>
}
