import { syntaxTree } from '../shape/syntaxTree.ts'

type Node = { readonly type?: unknown; readonly value?: unknown; readonly [key: string]: unknown }

/** Attributes and properties whose value a person sees or hears, even where it is a single word. */
const SHOWN =
  /^(aria-label|aria-description|alt|label|title|placeholder|hint|name|message|text|summary|heading|legend)$/
/** Parts of the syntax whose strings are never shown. */
const NEVER = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'TsLiteralType'])

/** Whether a file holds texts for people: no test, and not the list of words to avoid. */
export const isShown = (path: string) =>
  /^(client|server|shared|scripts)\/.*\.(tsx?|mjs)$/.test(path) &&
  !/\.test\.|\/testing\/|\/contract\/|^scripts\/(shape|test\/browser)\//.test(path)

/**
 * The texts of a source file that a person may read: the text of markup, of attributes and properties with a label's name, and every
 * other string that is more than one word. `…` stands for what a template fills in.
 */
export function textsOf(path: string, source: string): readonly string[] {
  const texts = new Set<string>()
  visit(syntaxTree(path, source), '', (text, isLabel) => {
    const plain = text.replaceAll(/[\s\0]+/g, ' ').trim()
    if (!isDrawing(plain) && (isLabel ? /\p{L}/u.test(plain) : isSentence(plain))) texts.add(plain)
  })
  return [...texts]
}

/** The path of an icon or an animal: more digits than letters. */
const isDrawing = (text: string) => text.replaceAll(/\D/g, '').length > text.replaceAll(/\P{L}/gu, '').length

/** A statement of SQL, a font, a media query or a header of HTTP. */
const IS_CODE =
  /^(SELECT|INSERT|CREATE|ALTER|DROP|BEGIN|PRAGMA|VACUUM;|UPDATE|DELETE|import) |^\d{3} .*px |^\((min|max|prefers)-|^[a-z]+\/[\w-]+; |^default-src |^[a-z-]+: [^;]+; [a-z-]+:/

/** What is code elsewhere and part of a sentence here: `{player}`, a semicolon between two parts, `RCON=0`. */
const IN_SENTENCES = /\{\w+\}|;(?= \p{L})|\b[A-Z_]{3,}=/gu

/** More than one word, and no class names, selector, address or piece of code. */
const isSentence = (text: string) =>
  !IS_CODE.test(text) &&
  /\p{L}{2,}.* .*\p{L}/u.test(text) &&
  !/^[a-z0-9-]+(?: [a-z0-9-]+)*$|^[.#[@/]|[{};=<>]|^\w+\(/.test(text.replaceAll(IN_SENTENCES, '…'))

type Take = (text: string, isLabel: boolean) => void

function visit(node: unknown, name: string, take: Take): void {
  if (typeof node !== 'object' || node === null) return
  const { type, value } = node as Node
  if (NEVER.has(String(type))) return
  if (type === 'JSXText') take(String(value), true)
  if (type === 'StringLiteral') take(String(value), SHOWN.test(name))
  if (type === 'TemplateLiteral') take(templateText(node as Node), SHOWN.test(name))
  const passesOn = Array.isArray(node) || type === 'JSXExpressionContainer' || type === 'ConditionalExpression'
  const inner = nameOf(node as Node) ?? (passesOn ? name : '')
  for (const part of Object.values(node)) visit(part, inner, take)
}

const templateText = ({ quasis }: Node) =>
  (quasis as readonly { readonly cooked?: string; readonly raw: string }[])
    .map(({ cooked, raw }) => cooked ?? raw)
    .join('…')

/** The name of an attribute, a property or a variable: what its value is called. */
function nameOf({ type, name, key, id }: Node): string | undefined {
  if (type === 'JSXAttribute') return String((name as Node).value ?? '')
  if (type === 'KeyValueProperty' || type === 'AssignmentProperty') return String((key as Node).value ?? '')
  if (type === 'VariableDeclarator') return String((id as Node).value ?? '')
  return undefined
}
