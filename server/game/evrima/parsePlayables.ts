import { LinkError } from '../link.ts'
import { bareClass } from './className.ts'
import type { Parsed } from './parsed.ts'
import { withoutPreamble } from './preamble.ts'

/** No source shows what stands before the list, if anything does: these are the words that would be likely. */
const title = /^(?:Get)?Playables(?: updated)?\s*:?\s*/i

/** Reads `Carnotaurus,Dilophosaurus,…`. An empty list is a true answer: then nobody can spawn. */
export function parsePlayables(reply: string): Parsed<string[]> {
  const body = withoutPreamble(reply).replace(title, '').trim()
  const parts = body.split(/[,\r\n]+/).map((part) => part.trim())
  const filled = parts.filter((part) => part !== '')
  const classes = filled.filter((part) => /^[A-Za-z]\w*$/.test(part)).map(bareClass)
  if (filled.length > 0 && classes.length === 0)
    throw new LinkError('garbage', 'The answer to getplayables holds no class name.')

  const garbage = filled.slice(classes.length).map(() => 'a playable that is no class name')
  return { value: [...new Set(classes)], unknownKeys: [], garbage }
}
