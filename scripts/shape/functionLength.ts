import { parseSync } from '@swc/core'

const MOST_LINES = 50
const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
])

type Part = { readonly type?: unknown; readonly span?: { readonly start: number; readonly end: number } }
type Found = { readonly start: number; readonly end: number }

function functionsIn(node: unknown, found: Found[] = []): readonly Found[] {
  if (typeof node !== 'object' || node === null) return found
  const { type, span } = node as Part
  if (typeof type === 'string' && FUNCTIONS.has(type) && span) found.push(span)
  for (const part of Object.values(node)) functionsIn(part, found)
  return found
}

function read(path: string, text: string) {
  try {
    return functionsIn(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' }))
  } catch {
    return null
  }
}

/** Every function of a source file that is too long, makers and components too, as sentences that begin with its path. */
export function longFunctions(path: string, text: string): string[] {
  const found = read(path, text)
  if (!found) return [`${path}: cannot be read as TypeScript`]
  // swc counts bytes, and from one.
  const bytes = Buffer.from(text)
  const lineAt = (position: number) =>
    bytes
      .subarray(0, position - 1)
      .toString()
      .split('\n').length
  const lines = text.split('\n')
  return found.flatMap(({ start, end }) => {
    const first = lineAt(start)
    const length = lineAt(end) - first + 1
    const begins = lines[first - 1]?.trim().slice(0, 60)
    return length > MOST_LINES
      ? [`${path}:${first}: ${length} lines; a function never passes ${MOST_LINES}: ${begins}`]
      : []
  })
}
