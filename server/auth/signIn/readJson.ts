import type { z } from 'zod'
import { wrongAnswer } from './askProvider.ts'

/** Throws a SignInFault where it is not JSON of that form, saying nothing of what it is. */
export function readJson<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw wrongAnswer('answers in a form that is not known')
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
