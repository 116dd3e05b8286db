import { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Who is asking. A visitor who has not signed in has no id. */
export interface Viewer {
  readonly id: string | null
  /** The game's name for the player whom their account is linked to, if it is. */
  readonly playsAs?: string | null
  /** Where they sit in a session of a page; a program with a token sits in none. */
  readonly session?: object | null
  can(permission: Permission): boolean
}

/** Another document as everyone sees it: durable, and its kind's default where nobody has written it. */
export type ReadDocument = <K extends DocumentKind>(kind: K, key: string) => Readonly<DocumentOf<K>>

/**
 * A kind of document: the unit of state. One document is what one audience may read, and so it is
 * also what a client watches, what a version counts, what a patch changes and what storage keeps.
 */
export interface DocumentKind<Schema extends z.ZodType<object> = z.ZodType<object>> {
  readonly kind: string
  /** Every field has a default, so that a copy written by an older release still parses. */
  readonly schema: Schema
  /** Asked when a document is watched, and again for everyone watching when it, or the viewer, changes. */
  readonly readableBy: (viewer: Viewer, key: string, document: z.output<Schema>, read: ReadDocument) => boolean
  /**
   * Kinds whose document of the same key decides, by `read`, who may read this one: when that changes, everyone watching
   * this one is asked for again.
   */
  readonly decidedBy?: readonly Pick<DocumentKind, 'kind'>[]
  /**
   * 'changing' where people come to read it and cease to: whoever returns is sent the whole as it is, never what happened
   * while they were away. So it is, too, for what is decided by another document.
   */
  readonly audience?: 'changing'
  /** 'live' documents are sent as patches and never journaled: the world will tell us again. */
  readonly memory: 'journaled' | 'live'
}

export type DocumentOf<K extends DocumentKind> = z.output<K['schema']>

export const defineDocument = <const Schema extends z.ZodType<object>>(kind: DocumentKind<Schema>) => kind

export const everyone = () => true
export const nobody = () => false
/** Whoever it belongs to, and a program of theirs only where its token lets it act for them. */
export const itsPlayer = (viewer: Viewer, key: string) => viewer.id === key && viewer.can('play')
/** Whoever it belongs to, from a page: no program learns by what else its owner comes in. */
export const itsPlayerAtPage = (viewer: Viewer, key: string) => itsPlayer(viewer, key) && viewer.session != null
export const holdersOf = (permission: Permission) => (viewer: Viewer) => viewer.can(permission)

/** What tells documents of one kind apart. */
export const DocumentKey = z.string().regex(/^[^/]{0,120}$/)
export const DocumentId = z.templateLiteral([z.string().regex(/^[a-z][A-Za-z]*$/), '/', DocumentKey])
export type DocumentId = `${string}/${string}`

export const documentId = (kind: Pick<DocumentKind, 'kind'>, key: string): DocumentId => `${kind.kind}/${key}`
export const kindOf = (id: DocumentId) => id.slice(0, id.indexOf('/'))
export const keyOf = (id: DocumentId) => id.slice(id.indexOf('/') + 1)
