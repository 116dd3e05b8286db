import type { z } from 'zod'
import type { Archive, RowOf } from '../../shared/engine/archive.ts'
import type { DocumentKind, DocumentOf, Person } from '../../shared/engine/document.ts'
import type { Query, QueryRefusalOf } from '../../shared/engine/query.ts'
import type { Principal } from './principal.ts'
import type { Context, Implementation, ReadSetting, RefusalValues, SettingValue } from './rule.ts'
import type { ArchiveQuery } from './storage.ts'

/** Which rows of an archive a page has: see `ArchiveQuery`. `before` is left out for the newest page. */
export type PageOf<A extends Archive> = Omit<ArchiveQuery, 'kind' | 'filter' | 'before'> & {
  readonly before?: number | null
  readonly filter?: { readonly [Field in keyof RowOf<A>]?: RowOf<A>[Field] & (string | number | boolean | null) }
}
export interface Page<Row> {
  /** Newest first. */
  readonly rows: readonly {
    /** Unique in the archive. Given as `before`, it reads on after this row. */
    readonly position: number
    readonly seq: number
    readonly at: number
    readonly row: Row
  }[]
  /** Give as `before` to read on; null at the end. */
  readonly next: number | null
}

/** All that a query may read: durable documents and archives. */
export interface QueryContext<Q extends Query = Query> {
  readonly principal: Principal
  readonly now: number
  read<K extends DocumentKind>(kind: K, key?: string): Readonly<DocumentOf<K>>
  readonly setting: ReadSetting
  /** Refused with `forbidden` unless the archive is readable by the principal. */
  page<A extends Archive>(archive: A, page: PageOf<A>): Promise<Page<RowOf<A>>>
  /** All archives of all features. */
  readonly archives: readonly Archive[]
  /** Everything that the hub keeps about a person, by the declarations of all kinds: checks no permission. */
  exportPerson(person: Person, former?: readonly string[]): Promise<PersonExport>
  /** Stops the query. @param values for the places of the refusal's sentence */
  refuse(code: QueryRefusalOf<Q>, values?: RefusalValues): never
}

export interface PersonExport {
  /** By the field that a kind of document declares; null where there is nothing. */
  readonly documents: Readonly<Record<string, unknown>>
  /** The same of players who were theirs before. */
  readonly formerPlayers: readonly { readonly player: string; readonly documents: Readonly<Record<string, unknown>> }[]
  /** Rows of all archives, newest first. */
  readonly rows: readonly { readonly at: number; readonly archive: string; readonly row: object }[]
}

export interface QueryImplementation {
  readonly query: Query
  readonly answer: (context: QueryContext, input: unknown) => unknown
  /** Answered by the leader alone: it needs what only the leader has, as what workers have gathered in memory. */
  readonly atLeader?: boolean
}
export const implementQuery = <Q extends Query>(
  query: Q,
  answer: (
    context: QueryContext<Q>,
    input: z.output<Q['input']>,
  ) => z.output<Q['output']> | Promise<z.output<Q['output']>>,
  { atLeader = false } = {},
): QueryImplementation => ({ query, answer: answer as unknown as QueryImplementation['answer'], atLeader })

/** Removes a person from the documents of a kind that is `erased: 'byFeature'`. */
export interface PersonRemoval {
  readonly kind: DocumentKind
  readonly remove: (context: Context, person: Person) => void
}

/**
 * Keeps documents in step with those of another kind, by whatever command these change: runs after each rule that edited one, in the same
 * change. Its own edits start no further derivation, unless it is followed itself.
 */
export interface Derivation<K extends DocumentKind = DocumentKind> {
  readonly from: K
  /** Runs before those that are not, which follow its edits as they follow those of the rule. */
  readonly isFollowed: boolean
  /** @param before the document before the rule */
  readonly update: (context: Context, key: string, before: Readonly<DocumentOf<K>>) => void
}
export const derive = <K extends DocumentKind>(
  from: K,
  update: Derivation<K>['update'],
  { isFollowed = false } = {},
): Derivation => ({ from, update, isFollowed }) as unknown as Derivation

/** Of a feature that an owner can switch off: then its commands are refused to users. The hub's own are carried out, so that what is under way ends. */
export interface FeatureSwitch {
  readonly isOff: (read: Context['read']) => boolean
  /** Whether the command is one of those, by name. */
  readonly refuses: (command: string) => boolean
  /** The message of the refusal. */
  readonly says: string
}

/** One feature of the product: its documents and archives, and the commands and queries on them. */
export interface Feature {
  readonly name: string
  readonly documents: readonly DocumentKind[]
  readonly archives?: readonly Archive[]
  readonly commands: readonly Implementation[]
  readonly queries: readonly QueryImplementation[]
  /** In order: removals run in the order of features, before documents are cleared. */
  readonly removals?: readonly PersonRemoval[]
  readonly derivations?: readonly Derivation[]
  readonly settings?: readonly SettingValue[]
  /** Left out: nothing switches it off. */
  readonly switch?: FeatureSwitch
}
