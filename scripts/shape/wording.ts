import { isShown, textsOf } from '../texts/textsOf.ts'
import { syntaxTree } from './syntaxTree.ts'

/** A word or turn that makes a native speaker stumble, and what to write. */
type Turn = readonly [words: RegExp, instead: string]

/** Looked for in comments, names of tests and texts on pages. */
const STUMBLING: readonly Turn[] = [
  [/\bwho(so)?ever\b/i, 'name the subject: a user, a node, staff'],
  [/\b(nobody|somebody|everybody) (who|that|else)\b/i, 'name the subject: no user, another node'],
  [/\banew\b/i, 'again'],
  [/\bfor ever\b/i, 'permanently'],
  [/\bof its own accord\b/i, 'by itself'],
  [/\bhow manieth\b/i, 'the index of'],
  [/^\s*(\[[\w.]+\] ?)+who (?!else\b)/i, 'name the subject: a user who, staff who'],
  [/\b(is|are|was|were) told\b/i, 'receives, is notified, learns'],
  [/\bstands? (at|beside|above|below|with|under|between|before|there|where)\b/i, 'is next to, is on'],
  [/\b(tells?|told) of\b/i, 'report, mention'],
  [/\b(made|become) of it\b/i, 'result, outcome'],
  [/\bby your watch\b/i, 'real time'],
  [/\bgoes on (\w+ing|calling)\b/i, 'continues to'],
  [/\b[KMGT]iB\b/, 'kB, MB, GB in powers of 1000, as bytesInWords does'],
  [/\bon the mean\b/i, 'on average'],
  [/[\d…] %(?!\w)/, '85%, without a space'],
  [
    /(?<!\b(?:there|where) )\b(is|are|was|were) no (?!(longer|one|more|better|room|other|need|way|reason|part)\b)/i,
    'is not a',
  ],
  [/, also (while|where|when|after|before|without|if)\b/i, 'even'],
  // The specification writes the straight one, and its texts are used exactly.
  [/\S*[\p{L}…)}]’/u, "the straight apostrophe, '"],
]

/** Looked for in texts on pages, in answers, log lines and errors: turns that have a plain word in the product. */
const UNPLAIN: readonly Turn[] = [
  [/\b(no|some|every)body\b/i, 'who is meant: no player, another account, everyone'],
  [/\b(not|has|have) told\b|\bdoes(n't|n’t| not) tell\b/i, 'report, show; of small numbers: fewer than 3'],
  [/\bis silent\b/i, 'can’t reach the server'],
  [/\bstands\b/i, 'is'],
  [/\bask again\b/i, 'try again; of a list: Refresh'],
  [/\basked for yet\b/i, 'No commands yet.'],
  [/\bthose that are over\b/i, 'Clear finished'],
  [/\bfetching\b|\basking the (hub|island)\b/i, 'Loading…'],
  [/\bkeep as it is\b/i, 'Cancel'],
  [/\bwhat is missing is\b/i, 'You need "…" to open this page.'],
  [/\b(not|n't|n’t) open to (you|this)\b/i, 'You can’t see …'],
  [/\bwalks? (alone|together|with)\b/i, 'You’re not in a pack; pack members'],
  [/\bfell over\b|\bstand it up\b/i, 'Something went wrong. Reload.'],
  [/\bbelieved?\b/i, 'verified, trusted'],
  [/\bis to act for\b/i, 'for a bot or script'],
  [/\bless than \d+ min\b/i, 'Just now'],
  [/\bfault of its own\b/i, 'internal error'],
  [/\bthe instruments\b|\bcharted\b/i, 'what it is: the status, a page'],
  [/\b[Mm]end(s|ed|ing)?\b/, 'correct, check'],
  [/\bcalled off\b/i, 'cancelled'],
  [/\bRights\b|\b(your|own|their|of) rights\b/, 'permissions'],
  [/^(Given|Taken|As role)$/, 'Allow, Deny, Default'],
  [/\bhas at most\b/i, 'can have at most'],
  [/\bright form\b/i, 'right format'],
  [/\breason of\b/i, 'reason for'],
]

const COMMENT = /(?:^|\s)\/\/(.*)$|^\s*\/?\*+(.*)$/
const TEST_NAME = /(?:\btest|\bit|\bdescribe|\brule)(?:\.\w+)*(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/

/** Comments, names of tests and shown texts that a native speaker stumbles over, and titles that end unlike the others. */
export function wordingFaults(path: string, source: string): string[] {
  if (path.startsWith('scripts/shape/')) return []
  if (!isShown(path)) return noteFaults(path, source)
  return [...noteFaults(path, source), ...shownFaults(path, source), ...emptyTitleFaults(path, source)]
}

const noteFaults = (path: string, source: string) =>
  source.split('\n').flatMap((line, index) => {
    const comment = COMMENT.exec(line)
    const words = [comment?.[1] ?? comment?.[2] ?? '', TEST_NAME.exec(line)?.[2] ?? ''].join(' ')
    return faultsIn(words, STUMBLING).map((fault) => `${path}:${index + 1}: ${fault}`)
  })

const shownFaults = (path: string, source: string) =>
  textsOf(path, source).flatMap((text) =>
    faultsIn(text, [...STUMBLING, ...UNPLAIN]).map((fault) => `${path}: ${fault}, in "${text}"`),
  )

const faultsIn = (words: string, turns: readonly Turn[]) =>
  turns.filter(([turn]) => turn.test(words)).map(([turn, instead]) => `"${turn.exec(words)?.[0]}": write ${instead}`)

type Node = Readonly<Record<string, unknown>>

/** Given by the specification, whose texts are used exactly. */
const GIVEN = new Set(['No dinosaurs found', 'No challenges available'])
const ENDS = /[.…!?]$/

/**
 * Titles of empty states that end without a full stop: they are sentences, as `No commands yet.` Looked at are those of `EmptyState` and of
 * what is named `empty` or given to `statesOf`.
 */
function emptyTitleFaults(path: string, source: string): string[] {
  const texts: string[] = []
  visit(syntaxTree(path, source) as unknown as Node, texts)
  return texts
    .filter((text) => text !== '' && !ENDS.test(text) && !GIVEN.has(text))
    .map((text) => `${path}: the title "${text}" of an empty state ends without a full stop`)
}

function visit(node: unknown, texts: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const { type, name, attributes, callee, arguments: given, key, id, value, init } = node as Node
  if (type === 'JSXOpeningElement' && wordOf(name) === 'EmptyState')
    for (const one of attributes as Node[]) if (wordOf(one.name) === 'title') textsIn(one.value, texts)
  if (type === 'CallExpression' && wordOf(callee) === 'statesOf')
    titlesIn((given as { readonly expression: unknown }[])[2]?.expression, texts)
  if (type === 'JSXAttribute' && wordOf(name) === 'empty') titlesIn(value, texts)
  if (type === 'KeyValueProperty' && wordOf(key) === 'empty') titlesIn(value, texts)
  if (type === 'VariableDeclarator' && wordOf(id) === 'empty') titlesIn(init, texts)
  for (const part of Object.values(node)) visit(part, texts)
}

const wordOf = (node: unknown) => (node as Node | null)?.value

/** The titles of the objects that an expression may have as its value. */
function titlesIn(node: unknown, texts: string[]): void {
  const { type, properties } = (node ?? {}) as Node
  if (type === 'ObjectExpression')
    for (const one of properties as Node[])
      if (one.type === 'KeyValueProperty' && wordOf(one.key) === 'title') textsIn(one.value, texts)
  for (const part of branchesOf(node)) titlesIn(part, texts)
}

/** The texts that an expression may have as its value. `…` stands for what a template fills in. */
function textsIn(node: unknown, texts: string[]): void {
  const { type, value, quasis } = (node ?? {}) as Node
  if (type === 'StringLiteral') texts.push(String(value))
  if (type === 'TemplateLiteral') texts.push((quasis as { readonly raw: string }[]).map(({ raw }) => raw).join('…'))
  for (const part of branchesOf(node)) textsIn(part, texts)
}

function branchesOf(node: unknown): readonly unknown[] {
  const { type, consequent, alternate, expression } = (node ?? {}) as Node
  if (type === 'ConditionalExpression') return [consequent, alternate]
  return type === 'JSXExpressionContainer' || type === 'ParenthesisExpression' ? [expression] : []
}
