import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { DocumentId, type DocumentKind, documentId, keyOf, kindOf } from '../../shared/engine/document.ts'
import type { Documents } from './documents.ts'
import { createNaming, ERASED } from './erasedIds.ts'
import { implement } from './rule.ts'
import { asType, isArray, isObject, isRecord, isUnion, isWrapper } from './schemaTypes.ts'

/** Of the hub itself: replaces the typed texts of these documents that contain one of the ids. */
const eraseTexts = defineCommand({
  name: 'hub.eraseTexts',
  permission: 'hub',
  input: z.object({ documents: z.array(DocumentId), ids: z.array(z.string()) }),
  output: z.object({}),
  refusals: {},
  secrets: ['ids'],
})

export const eraseTextsWith = (kinds: ReadonlyMap<string, DocumentKind>) =>
  implement(eraseTexts, ({ edit }, { documents, ids }) => {
    const erased = createReplacement(ids)
    for (const id of documents) {
      const kind = kinds.get(kindOf(id))
      if (!kind || !erased) continue
      const draft = edit(kind, keyOf(id)) as Fields
      for (const path of stepsOf(kind.typedTexts)) replaceAt(draft, path, 0, erased.text)
      for (const path of stepsOf(kind.typedPages)) replaceAt(draft, path, 0, erased.lines)
    }
    return {}
  })

interface TypedTextErasure {
  readonly kinds: ReadonlyMap<string, DocumentKind>
  readonly documents: Pick<Documents, 'keys' | 'working'>
  readonly execute: (actor: string, name: string, input: unknown) => Promise<unknown>
}

/** Between two turns, so that commands need not wait while many documents are looked through. */
const documentsOfTurn = 200
const documentsOfCommand = 50
/** A text may have been copied from one document to another that had been looked at already, as a broadcast to a delivery. */
const mostPasses = 5

/**
 * Replaces each text that users typed and that holds one of these ids, in the documents of all kinds: as a whole, since what is around the id
 * is about the person too. Of long pages only the lines. It may be repeated.
 * @returns the error of each document in which nothing could be replaced: all others are done
 */
export async function eraseFromTypedTexts(hub: TypedTextErasure, ids: readonly string[]): Promise<readonly unknown[]> {
  const erased = createReplacement(ids)
  if (!erased) return []
  const faults = new Map<DocumentId, unknown>()
  const replaceIn = (documents: readonly DocumentId[]) => hub.execute('erasure', eraseTexts.name, { documents, ids })
  const replaceOneByOne = async (documents: readonly DocumentId[]) => {
    for (const id of documents) await replaceIn([id]).catch((error: unknown) => faults.set(id, error))
  }
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let found: DocumentId[] = []
    let isClean = true
    const replace = async () => {
      const documents = found
      found = []
      if (documents.length > 0) await replaceIn(documents).catch(() => replaceOneByOne(documents))
    }
    for await (const id of namingDocuments(hub, erased.isNamedIn)) {
      if (faults.has(id)) continue
      isClean = false
      found.push(id)
      if (found.length === documentsOfCommand) await replace()
    }
    await replace()
    if (isClean) break
  }
  return [...faults.values()]
}

/** Documents with a typed text in which this finds a name, in slices. */
async function* namingDocuments({ kinds, documents }: TypedTextErasure, isNamedIn: (text: string) => boolean) {
  let seen = 0
  for (const kind of kinds.values()) {
    const paths = [...stepsOf(kind.typedTexts), ...stepsOf(kind.typedPages)]
    if (paths.length === 0) continue
    for (const key of documents.keys(kind.kind)) {
      const value = documents.working(kind, key)
      if (paths.some((path) => isNamedAt(value, path, 0, isNamedIn))) yield documentId(kind, key)
      seen += 1
      if (seen % documentsOfTurn === 0) await nextTurn()
    }
  }
}

function createReplacement(ids: readonly string[]) {
  const known = ids.filter((id) => id !== '')
  if (known.length === 0) return null
  const shortest = Math.min(...known.map(({ length }) => length))
  const naming = createNaming(known)
  const isNamedIn = (text: string) => text.length >= shortest && naming(text)
  return {
    isNamedIn,
    text: (text: string) => (isNamedIn(text) ? ERASED : text),
    lines: (text: string) =>
      isNamedIn(text)
        ? text
            .split('\n')
            .map((line) => (isNamedIn(line) ? ERASED : line))
            .join('\n')
        : text,
  }
}

type Path = readonly string[]
const stepsOf = (paths: readonly string[] = []): readonly Path[] => paths.map((path) => path.split('.'))
type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Without making anything: most documents name nobody. A path that ends at an object means all texts in it. */
function isNamedAt(value: unknown, path: Path, at: number, isNamedIn: (text: string) => boolean): boolean {
  if (typeof value === 'string') return at >= path.length && isNamedIn(value)
  if (!isFields(value)) return false
  const step = path[at] ?? '*'
  if (step !== '*') return isNamedAt(value[step], path, at + 1, isNamedIn)
  for (const field in value) if (isNamedAt(value[field], path, at + 1, isNamedIn)) return true
  return false
}

function replaceAt(holder: Fields, path: Path, at: number, erased: (text: string) => string): void {
  const step = path[at] ?? '*'
  for (const field of step === '*' ? Object.keys(holder) : [step]) {
    const value = holder[field]
    if (isFields(value)) replaceAt(value, path, at + 1, erased)
    else if (typeof value === 'string' && at + 1 >= path.length && erased(value) !== value)
      holder[field] = erased(value)
  }
}

/** Whether a path of `typedTexts` leads somewhere in documents of this schema. */
export const leadsSomewhere = (schema: z.ZodType, path: string): boolean => leadsOn(schema, path.split('.'))

function leadsOn(wrapped: z.ZodType, [step, ...rest]: readonly string[]): boolean {
  const schema = withoutWrappers(wrapped)
  if (step === undefined) return schema.type !== 'number'
  if (isUnion(schema)) return schema.options.some((one) => leadsOn(asType(one), [step, ...rest]))
  const inner = innerSchema(schema, step)
  return inner !== undefined && leadsOn(inner, rest)
}

const withoutWrappers = (schema: z.ZodType): z.ZodType =>
  isWrapper(schema) ? withoutWrappers(asType(schema.unwrap())) : schema

function innerSchema(schema: z.ZodType, step: string): z.ZodType | undefined {
  if (isObject(schema)) return schema.shape[step] && asType(schema.shape[step])
  if (step !== '*') return undefined
  if (isRecord(schema)) return asType(schema.valueType)
  return isArray(schema) ? asType(schema.element) : undefined
}
