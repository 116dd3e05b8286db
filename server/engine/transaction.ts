import { isDeepStrictEqual } from 'node:util'
import type { Draft } from 'immer'
import type { z } from 'zod'
import type { Command } from '../../shared/engine/command.ts'
import {
  type DocumentId,
  type DocumentKind,
  type DocumentOf,
  documentId,
  documentKeyPattern,
} from '../../shared/engine/document.ts'
import type { Patch } from '../../shared/protocol/down.ts'
import { errorOf } from './compiledSchema.ts'
import { createDraft, current, finishDraft, isDraft } from './draft.ts'
import { problemsOf } from './inputProblems.ts'
import { asType, isObject, isRecord, isString, isWrapper } from './schemaTypes.ts'

/** Where a rule's documents come from: the current value, or the kind's default for a document that was never written. */
export type ValueOf = (kind: DocumentKind, key: string) => object

export interface DocumentChange {
  readonly id: DocumentId
  readonly kind: DocumentKind
  /** Of the document, within its kind. */
  readonly key: string
  readonly next: object
  readonly patches: readonly Patch[]
}

export interface Transaction {
  /** The document as a draft. Changes that a rule makes to it are kept only if the rule returns. */
  edit<K extends DocumentKind>(kind: K, key?: string): Draft<DocumentOf<K>>
  read<K extends DocumentKind>(kind: K, key?: string): Readonly<DocumentOf<K>>
}

interface Opened {
  readonly kind: DocumentKind
  readonly key: string
  readonly draft: Draft<object>
}

/** A copy that may be put into another document: a draft belongs to the document that it came from. */
export const plain = <T>(value: T): T => (isDraft(value) ? current(value) : value)

/** Whether two values of documents are the same, drafts or not. */
export const isSameValue = (one: unknown, other: unknown) => isDeepStrictEqual(plain(one), plain(other))

/** Runs a recipe over drafts and returns its changes. Keeps nothing; throws what the recipe throws. */
export function transact<Output>(currentValue: ValueOf, recipe: (transaction: Transaction) => Output) {
  const opened = new OpenedDocuments()
  const output = recipe({
    edit(kind, key = '') {
      const known = opened.draftOf(kind, key)
      if (known) return known as never
      const one = { kind, key, draft: createDraft(currentValue(kind, checkedKey(key))) }
      opened.add(one)
      return one.draft as never
    },
    read: (kind, key = '') => (opened.draftOf(kind, key) ?? currentValue(kind, key)) as never,
  })
  if (holdsDraft(output)) throw new Error('A rule returned a draft: copy what is returned with plain()')
  const finished = opened.all.map(finish)
  return { output, changes: finished.every(isChange) ? finished : finished.filter(isChange) }
}

/** A rule that opens more documents than these finds them by key. By key alone, since an id would have to be made for each look. */
const fewOpened = 8

/** The documents that a rule has opened. A class, as the scheduler is: every command has one. */
class OpenedDocuments {
  readonly all: Opened[] = []
  private byKey: Map<string, Opened[]> | null = null

  add(one: Opened): void {
    this.all.push(one)
    if (this.byKey) note(this.byKey, one)
    else if (this.all.length > fewOpened) {
      this.byKey = new Map()
      for (const each of this.all) note(this.byKey, each)
    }
  }

  draftOf(kind: DocumentKind, key: string): Draft<object> | undefined {
    for (const one of this.byKey ? (this.byKey.get(key) ?? []) : this.all)
      if (one.key === key && one.kind.kind === kind.kind) return one.draft
    return undefined
  }
}

function note(byKey: Map<string, Opened[]>, one: Opened) {
  const sameKey = byKey.get(one.key)
  if (sameKey) sameKey.push(one)
  else byKey.set(one.key, [one])
}

/** A key that no store could keep does not reach the store. */
function checkedKey(key: string) {
  if (documentKeyPattern.test(key)) return key
  throw new RangeError(`"${key.slice(0, 140)}" cannot be the key of a document: at most 120 characters and no slash`)
}

function finish({ kind, key, draft }: Opened): DocumentChange {
  const id = documentId(kind, key)
  try {
    const { next, patches } = finishDraft(draft)
    return { id, kind, key, next, patches }
  } catch (cause) {
    throw new Error(`${id} was given a draft of another document: copy it with plain()`, { cause })
  }
}

const isChange = ({ patches }: DocumentChange) => patches.length > 0

const holdsDraft = (value: unknown): boolean =>
  isDraft(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsDraft))

/** With more places than these the whole document is checked sooner. */
const mostPlaces = 20

/**
 * Checks a document against its schema only where it was changed, so that the cost does not grow with the document: the rest fitted
 * before. Null where nothing is wrong.
 */
export function schemaErrorOf(schema: z.ZodType, next: object, patches: readonly Patch[]): z.ZodError | null {
  if (patches.length <= mostPlaces && patches.every(({ path }) => isFitAt(schema, next, path, 0))) return null
  return errorOf(schema, next)
}

/** Goes down the path as far as a value can be checked without its neighbours. @param depth steps that were gone already */
function isFitAt(schema: z.ZodType, value: unknown, path: Patch['path'], depth: number): boolean {
  const step = path[depth]
  const bare = unwrapped(schema)
  if (step === undefined || !isPlain(value) || checksOf(bare) > 0) return isFit(schema, value)
  const isThere = Object.hasOwn(value, step)
  if (isRecord(bare)) {
    if (!isString(asType(bare.keyType))) return isFit(schema, value)
    // A record may lack any key.
    if (!isThere) return true
    return (
      errorOf(bare.keyType as z.ZodString, step) === null &&
      isFitAt(asType(bare.valueType), value[step], path, depth + 1)
    )
  }
  if (!isObject(bare) || !isThere || !Object.hasOwn(bare.shape, step)) return isFit(schema, value)
  return isFitAt(asType(bare.shape[step]), value[step], path, depth + 1)
}

const isFit = (schema: z.ZodType, value: unknown) => errorOf(schema, value) === null
/** Checks of a schema beside its form. */
const checksOf = (schema: z.ZodType) => schema.def.checks?.length ?? 0
const isPlain = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that is present is checked as if its schema had no default. A wrapper with checks of its own stays. */
const unwrapped = (schema: z.ZodType): z.ZodType =>
  isWrapper(schema) && checksOf(schema) === 0 ? unwrapped(asType(schema.unwrap())) : schema

/** A rule's fault does not reach the store: what does not fit its schema is never staged. */
export function checkResult({ name, output: schema }: Command, output: unknown, changes: readonly DocumentChange[]) {
  const unfit = errorOf(schema, output)
  if (unfit) throw new TypeError(`${name} returned an output that does not fit its schema: ${problemsOf(unfit)}`)
  for (const { id, kind, next, patches } of changes) {
    const wrong = schemaErrorOf(kind.schema, next, patches)
    if (wrong) throw new TypeError(`${name} leaves ${id} invalid: ${problemsOf(wrong)}`)
  }
}
