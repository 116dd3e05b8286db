import { z } from 'zod'
import type { Person, Viewer } from './document.ts'

/** What erasing a person does to the rows about them. Plain values, since a store carries it out where no code of a feature runs. */
export type RowErasure =
  /** Rows about the person are deleted. */
  | 'delete'
  /** Rows stay, emptied of what identifies the person outside of this hub. */
  | {
      /** Text fields, at any depth, that are emptied in every row about the person: names. */
      readonly empty: readonly string[]
      /** Top-level text fields that are emptied only where one of the fields `by` holds the person: what belongs to the actor. */
      readonly emptyOfActor?: { readonly by: readonly string[]; readonly fields: readonly string[] }
    }

/** The subjects under which the audit lists acts. A feature with a subject of its own adds it here; the audit's filter follows. */
export const auditSubjects = [
  'deliveries',
  'roles',
  'sessions',
  'map',
  'positionViews',
  'erasures',
  'fixtures',
  'server',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

type Fields = Readonly<Record<string, unknown>>

/** A row as the audit words it: who did what to whom. Fields that are left out are shown empty. */
interface AuditWording {
  /** Under which subject the audit lists it. */
  readonly subject: AuditSubject
  readonly act: string
  /** Account id of who acted, or the name of a part of the hub. */
  readonly by: string
  readonly byHub?: boolean
  readonly role?: string | null
  readonly elevated?: boolean
  readonly target?: { readonly id: string; readonly name: string } | null
  readonly detail?: Fields
  /** Id of the delivery whose outcome is shown beside it. */
  readonly delivery?: string | null
  readonly address?: string | null
  /** Public id of the session. */
  readonly session?: string | null
  /** Beginning of the browser's user agent. */
  readonly agent?: string | null
}

/**
 * A kind of rows that are only ever added: ledgers, audits, histories. Written with the journal entry, read by pages, never held in a
 * document. All that is true of the kind is declared here.
 */
export interface Archive<Schema extends z.ZodType<object> = z.ZodType<object>> {
  readonly kind: string
  readonly schema: Schema
  /**
   * Who may read a page of it: of the rows about the person `about`, or of all rows where it is empty. `itsPlayer` lets users read
   * their own rows, `holdersOf` lets staff read all.
   */
  readonly readableBy: (viewer: Viewer, about: string) => boolean
  /** The persons a row is about: account ids, or players' ids in the game. None for rows that are about no person. */
  readonly about: (row: z.output<Schema>) => readonly (string | null)[]
  /** The part of a row that the export of a person holds; null leaves the row out. */
  readonly exported: (row: z.output<Schema>, person: Person) => object | null
  readonly erased: RowErasure
  /** How the audit words a row; null if it does not list the archive. */
  readonly audited: ((row: z.output<Schema>) => AuditWording) | null
}
export type RowOf<A extends Archive> = z.output<A['schema']>

export const defineArchive = <const Schema extends z.ZodType<object>>(archive: Archive<Schema>) => archive

/** From where a user acts. Rows of an audit have it: see `originShape`. */
export interface Origin {
  /** Of the client, where known. */
  readonly address: string | null
  /** Public id of the session, which cannot be used to sign in; null for a program with a token. */
  readonly session: string | null
  /** The first characters of the browser's user agent. */
  readonly agent: string | null
}
const Text = z.string().nullable().default(null)
export const originShape = { address: Text, session: Text, agent: Text }

/** Rows of an audit stay with the ids of those in them, without names; the origin of whom `by` names is emptied. */
export const auditErasure = {
  empty: ['name', 'byName'],
  emptyOfActor: { by: ['by'], fields: ['address', 'session', 'agent'] },
} as const satisfies RowErasure
