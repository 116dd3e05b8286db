import type { z } from 'zod'

/** What is wrong with an input, a line a field, in words that name the field. */
export const problemsOf = ({ issues }: z.ZodError): readonly string[] =>
  issues.slice(0, 10).map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
