import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type DeliveryKind, deliveryKinds } from '../../shared/features/deliveries/kinds.ts'
import { templateProblem } from '../game/words/wordTable.ts'

const Table = z.record(z.string(), z.string())
const form = 'a JSON object of commands and their words, as {"slay": "kill {id}"}, or the path of a file that holds one'

/** How commands are worded: as JSON, or in a file of JSON. Only these kinds may be worded. */
export const Words = (kinds: readonly DeliveryKind[] = deliveryKinds) =>
  z.string().transform((given, context) => {
    const read = tableOf(given)
    const problem = typeof read === 'string' ? read : problemIn(read, kinds)
    if (problem === null && typeof read !== 'string') return read
    context.addIssue(problem ?? form)
    return z.NEVER
  })

/** The table, or what is wrong in words. */
function tableOf(given: string): Readonly<Record<string, string>> | string {
  let text = given.trim()
  try {
    if (!text.startsWith('{')) text = readFileSync(text, 'utf8')
  } catch {
    return `${form}; no file can be read there`
  }
  try {
    return Table.safeParse(JSON.parse(text)).data ?? form
  } catch {
    return `${form}; this is not JSON`
  }
}

function problemIn(table: Readonly<Record<string, string>>, kinds: readonly DeliveryKind[]): string | null {
  for (const [kind, template] of Object.entries(table)) {
    if (!kinds.some((known) => known === kind)) return `words for ${kinds.join(', ')}; it has no command "${kind}"`
    const problem = templateProblem(template)
    if (problem) return `words without fault; those for ${kind} hold ${problem}`
  }
  return null
}
