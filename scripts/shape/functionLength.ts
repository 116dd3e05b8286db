import { syntaxTree } from './syntaxTree.ts'

const MOST_LINES = 50
/** A function that returns markup. */
const MOST_LINES_WITH_MARKUP = 80
/** The lines of a maker outside of the functions that it makes. */
const MOST_LINES_OF_MAKER = 80

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

type Span = { readonly start: number; readonly end: number }
type Node = { readonly type?: unknown; readonly span?: Span; readonly [key: string]: unknown }
type Found = Span & { readonly nested: readonly Found[]; readonly makes: boolean; readonly hasMarkup: boolean }

/**
 * Every function of a source file that is too long, as sentences that begin with its path. A maker (a function that returns
 * an object of functions) is a module: its nested functions are counted each by itself, and its own lines without them.
 */
export function longFunctions(path: string, text: string): string[] {
  const found = read(path, text)
  if (!found) return [`${path}: cannot be read as TypeScript`]
  const lineAt = lineCounter(text)
  const lines = text.split('\n')
  const linesOf = ({ start, end }: Span) => lineAt(end) - lineAt(start) + 1

  const faultsOf = (one: Found): string[] => {
    const inner = one.nested.flatMap(faultsOf)
    const nestedLines = one.makes ? one.nested.reduce((sum, each) => sum + linesOf(each) - 1, 0) : 0
    const length = linesOf(one) - nestedLines
    const most = one.makes ? MOST_LINES_OF_MAKER : one.hasMarkup ? MOST_LINES_WITH_MARKUP : MOST_LINES
    if (length <= most) return inner
    const first = lineAt(one.start)
    const head = lines[first - 1]?.trim().slice(0, 60)
    const what = one.makes ? 'a maker without its functions' : one.hasMarkup ? 'a component' : 'a function'
    return [`${path}:${first}: ${length} lines; ${what} has at most ${most}: ${head}`, ...inner]
  }
  return found.flatMap(faultsOf)
}

function read(path: string, text: string): readonly Found[] | null {
  try {
    return functionsIn(syntaxTree(path, text))
  } catch {
    return null
  }
}

/** The outermost functions below a node, each with the functions nested in it. */
function functionsIn(node: unknown): readonly Found[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, span } = node as Node
  const below = Object.values(node).flatMap((part) => functionsIn(part))
  if (typeof type !== 'string' || !FUNCTIONS.has(type) || !span) return below
  return [{ ...span, nested: below, makes: isMaker(node as Node), hasMarkup: hasMarkup(node) }]
}

/** Whether a function returns an object that holds functions or names, written out in its last statement or a variable of it. */
function isMaker(node: Node): boolean {
  const returned = returnedBy(node)
  if (returned?.type !== 'ObjectExpression') return false
  const properties = returned.properties as readonly Node[]
  return properties.some(({ type, value }) => {
    if (type === 'MethodProperty' || type === 'GetterProperty' || type === 'Identifier') return true
    return ['ArrowFunctionExpression', 'FunctionExpression'].includes(String((value as Node | undefined)?.type))
  })
}

function returnedBy(node: Node): Node | undefined {
  const body = (node.body ?? (node.function as Node | undefined)?.body) as Node | undefined
  const bare = withoutWrapping(body)
  const statements = bare?.stmts as readonly Node[] | undefined
  if (!statements) return bare
  const last = statements.at(-1)
  if (last?.type !== 'ReturnStatement') return undefined
  const value = withoutWrapping(last.argument as Node | undefined)
  if (value?.type !== 'Identifier') return value
  const declared = statements
    .flatMap((each) => (each.type === 'VariableDeclaration' ? (each.declarations as readonly Node[]) : []))
    .find(({ id }) => (id as Node).value === value.value)
  return withoutWrapping(declared?.init as Node | undefined)
}

function withoutWrapping(node: Node | undefined): Node | undefined {
  const wraps = ['ParenthesisExpression', 'TsSatisfiesExpression', 'TsAsExpression', 'TsConstAssertion']
  return node && wraps.includes(String(node.type)) ? withoutWrapping(node.expression as Node) : node
}

/** Markup of the function itself or of what is nested in it. */
function hasMarkup(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { type } = node as Node
  if (type === 'JSXElement' || type === 'JSXFragment') return true
  return Object.values(node).some(hasMarkup)
}

/** Line numbers by position. The parser counts bytes, from one. */
function lineCounter(text: string): (position: number) => number {
  const bytes = Buffer.from(text)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) ends.push(at)
  return (position) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < position - 1) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
