import { z } from 'zod'
import type { Permission } from './permissions.ts'

/** The user who reads. A guest has no id. */
export interface Viewer {
  readonly id: string | null
  /** The player in the game to whom the account is linked, by the game's id. */
  readonly playsAs?: string | null
  /** The players to whom it was linked before. */
  readonly playedAs?: readonly string[]
  /** Null for a program with a token. */
  readonly session?: object | null
  can(permission: Permission): boolean
}

/** Reads another document: the durable copy, or its kind's default if it was never written. */
export type ReadDocument = <K extends DocumentKind>(kind: K, key: string) => Readonly<DocumentOf<K>>

/** A person whose data is exported or erased: their account, and the players in the game that belong to it. */
export interface Person {
  readonly account: string
  readonly players: readonly string[]
}

/**
 * Where a kind of document holds data about persons. 'nobody': it holds none. 'account', 'player': the key is the person's id.
 * 'several': one document holds data about several persons. A function: the same, and it finds the keys of those about this person.
 */
type AboutPersons =
  | 'nobody'
  | 'account'
  | 'player'
  | 'several'
  | ((person: Person, read: ReadDocument) => readonly string[])

/** The part of a document that the export of a person holds. */
interface ExportedAs<Value> {
  /** Name of the field in the export. */
  readonly field: string
  /** The person's entry, or the list of their entries; undefined for nothing. */
  readonly value: (document: Value, person: Person) => object | undefined
  /** Whose each field of an entry is: the person's, or another's, which their export leaves out. */
  readonly fields: Readonly<Record<string, EntryOwner>>
}
type EntryOwner = 'theirs' | 'another'

type EntryOf<Value> = Value extends readonly (infer Entry)[] ? Entry : NonNullable<Value>

/** As written: a field of an entry without an owner does not compile. */
export const exportedAs = <Value, Exported extends object | undefined>(
  field: string,
  value: (document: Value, person: Person) => Exported,
  fields: { readonly [Name in keyof EntryOf<Exported>]-?: EntryOwner },
): ExportedAs<Value> => ({ field, value, fields: fields as ExportedAs<Value>['fields'] })

/** What the export holds of a document: of each entry what is the person's. Undefined for nothing. */
export function exportedPart<Value>({ value, fields }: ExportedAs<Value>, document: Value, person: Person) {
  const ownFields = (entry: object) =>
    Object.fromEntries(Object.entries(entry).filter(([field]) => fields[field] === 'theirs'))
  const found = value(document, person)
  return Array.isArray(found) ? found.map(ownFields) : found && ownFields(found)
}

/**
 * The effect of an erasure on the documents that are about the person. 'cleared': back to the default. 'deleted': cleared, and deleted from
 * the store together with the key. 'byFeature': the feature brings a rule that removes the person. `kept`: nothing, for this reason.
 */
type DocumentErasure = 'cleared' | 'deleted' | 'byFeature' | { readonly kept: string }

/**
 * A kind of document: the unit of state. One document is what one audience may read, and so it is also what a client watches, what a
 * version counts, what a patch changes and what storage keeps. All that is true of the kind is declared here.
 */
export interface DocumentKind<Schema extends z.ZodType<object> = z.ZodType<object>> {
  readonly kind: string
  /** Every field has a default, so that a copy written by an older release still parses. */
  readonly schema: Schema
  /** Checked when a document is watched, and again for every viewer when it, or the viewer, changes. */
  readonly readableBy: (viewer: Viewer, key: string, document: z.output<Schema>, read: ReadDocument) => boolean
  /**
   * Kinds whose document of the same key decides, by `read`, who may read this one: when that changes, every viewer of this one is
   * checked again.
   */
  readonly decidedBy?: readonly Pick<DocumentKind, 'kind'>[]
  /**
   * 'changing' where users gain and lose access: a returning viewer is sent a snapshot, never the changes made in between. The same
   * holds for kinds with `decidedBy`.
   */
  readonly audience?: 'changing'
  /** 'live' documents are sent as patches and never journaled: their source will report again. */
  readonly memory: 'journaled' | 'live'
  readonly about: AboutPersons
  /** Null if the export has nothing of it. */
  readonly exported: ExportedAs<z.output<Schema>> | null
  readonly erased: DocumentErasure
  /**
   * Texts that users type, which may name persons whom the document is not about: one that holds the SteamID or Discord id of an erased
   * person is replaced. Paths, as in `notes.*.text`; `*` leads to each value of a record or list. All texts in an object are meant where a
   * path ends at it.
   */
  readonly typedTexts?: readonly string[]
  /** The same of long texts for many readers, of which only the lines with the id are replaced. */
  readonly typedPages?: readonly string[]
  /** Kind of the archive in which the audit finds the commands that users give on it; null for none. */
  readonly audited: string | null
}

export type DocumentOf<K extends DocumentKind> = z.output<K['schema']>

export const defineDocument = <const Schema extends z.ZodType<object>>(kind: DocumentKind<Schema>) => kind

/** For kinds that hold no data about persons, or only data that needs neither export nor erasure. */
export const notPersonal = (because: string) =>
  ({ about: 'nobody', exported: null, erased: { kept: because }, audited: null }) as const

export const everyone = () => true
export const nobody = () => false
/** The user with the account that is the key, and their programs with a token that may play. */
export const itsPlayer = (viewer: Viewer, key: string) => viewer.id === key && viewer.can('play')
/** The user with the account that is the key, in a browser: no program learns how else its owner signs in. */
export const itsPlayerAtPage = (viewer: Viewer, key: string) => itsPlayer(viewer, key) && viewer.session != null
export const holdersOf = (permission: Permission) => (viewer: Viewer) => viewer.can(permission)

/** Tells documents of one kind apart. */
export const documentKeyPattern = /^[^/]{0,120}$/
export const DocumentKey = z.string().regex(documentKeyPattern)
export const DocumentId = z.templateLiteral([z.string().regex(/^[a-z][A-Za-z]*$/), '/', DocumentKey])
export type DocumentId = `${string}/${string}`
/** As the schema says, for what is asked of every change. */
export const isDocumentId = (id: string): id is DocumentId => DocumentId._zod.pattern.test(id)

export const documentId = (kind: Pick<DocumentKind, 'kind'>, key: string): DocumentId => `${kind.kind}/${key}`
export const kindOf = (id: DocumentId) => id.slice(0, id.indexOf('/'))
export const keyOf = (id: DocumentId) => id.slice(id.indexOf('/') + 1)
