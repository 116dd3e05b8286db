import { z } from 'zod'
import type { Person, Viewer } from './document.ts'
import { roles } from './permissions.ts'

/** What erasing a person does to the rows about them. Plain values, because the store carries it out, where no code of a feature runs. */
export type RowErasure =
  /** Rows about the person are deleted. */
  | 'delete'
  /** Rows stay, without what is emptied of the person. */
  | readonly EmptiedFields[]

/** Emptied where the row holds the erased person's id at `person`, a path as in `target.id`: texts, and in objects the texts called `name`. */
interface EmptiedFields {
  readonly person: string
  /** Paths. */
  readonly fields: readonly string[]
  /** Paths of other persons' ids: where the row holds one of them, these fields are that person's. */
  readonly unless?: readonly string[]
}

/**
 * Whose a field of a row is. The export of a person, and every query in which users read their own rows, has only the person's own
 * fields and those of the event.
 */
type FieldOwner<PersonName extends string> =
  /** Says what happened and when, not by or to whom. Every person of the row may read it: staff appear by their role. */
  | 'event'
  /** This person's. Erasing the person leaves it. */
  | PersonName
  /** Of the first of these persons whom the row names. A text that staff wrote about a player is the player's. */
  | readonly PersonName[]
  /** As above, and erasing the person empties it. */
  | { readonly emptied: PersonName | readonly PersonName[] }
  /** A text that may name several of these persons: it is in no person's export, and erasing any of them empties it. */
  | { readonly names: readonly PersonName[] }
  /** Ids of these persons, by which a query names each of them to the others: it is in no person's export. */
  | { readonly shownTo: readonly PersonName[] }

/** A field within another one, as in `detail.destination`, may have another owner. */
type FieldOwners<Schema extends z.ZodObject, PersonName extends string> = {
  readonly [Field in keyof Schema['shape'] | '*' | `${string}.${string}`]?: FieldOwner<PersonName>
} & { readonly [Field in keyof Schema['shape']]: FieldOwner<PersonName> }

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
  'settings',
  'currency',
  'catalogue',
  'events',
  'challenges',
  'information',
  'leaderboards',
  'campaigns',
  'patrons',
  'notes',
  'timeline',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

type Fields = Readonly<Record<string, unknown>>

/** A row as the audit words it: who did what to whom. Fields that are left out are shown empty. */
interface AuditWording {
  /** Under which subject the audit lists it. */
  readonly subject: AuditSubject
  readonly act: string
  /**
   * What was done, as the rest of a sentence that begins with the actor's name: `changed the role of {target} to {after}`. `{target}` stands
   * for the target, and the name of a field of `detail` for its value.
   */
  readonly did: string
  /** The same as an order that may have failed: `kick {target}`. Only of what has an outcome. */
  readonly order?: string
  /** Account id of the user who acted, or the name of a part of the hub. */
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
   * their own part of their own rows, `holdersOf` lets staff read all.
   */
  readonly readableBy: (viewer: Viewer, about: string) => boolean
  /** The persons of a row, and the paths of their ids: account ids, or players' ids in the game. A row may lack one. */
  readonly persons: Readonly<Record<string, string>>
  /** Whose each field is. Of a loose schema, '*' says it of the further fields. */
  readonly fields: Readonly<Record<string, FieldOwner<string>>>
  /** Erasing a person deletes the rows about them, or empties what `fields` says. */
  readonly erased: 'delete' | 'emptied'
  /** Rows are removed this many days after they were made, unless the configuration says otherwise. Without it they are kept. */
  readonly keptDays?: number
  /** How the audit words a row; null if it does not list the archive. */
  readonly audited: ((row: z.output<Schema>) => AuditWording) | null
}
export type RowOf<A extends Archive> = z.output<A['schema']>

/** As written: a field of the schema without an owner, or one that is nobody's of `persons`, does not compile. */
interface Declaration<Schema extends z.ZodObject, PersonName extends string> extends Archive<Schema> {
  readonly persons: { readonly [Name in PersonName]: string }
  readonly fields: FieldOwners<Schema, NoInfer<PersonName>>
}
export const defineArchive = <const Schema extends z.ZodObject, const PersonName extends string>(
  archive: Declaration<Schema, PersonName>,
): Archive<Schema> => archive

type Declared = Pick<Archive, 'schema' | 'persons' | 'fields' | 'erased'>

const valueAt = (row: Fields, path: string) =>
  path.includes('.')
    ? path.split('.').reduce<unknown>((value, name) => (value as Fields | null | undefined)?.[name], row)
    : row[path]
const ownersOf = (owner: FieldOwner<string>): readonly string[] => {
  if (typeof owner === 'string') return owner === 'event' ? [] : [owner]
  if ('names' in owner) return owner.names
  if ('shownTo' in owner) return owner.shownTo
  return 'emptied' in owner ? ownersOf(owner.emptied) : owner
}
const isOfSeveral = (owner: FieldOwner<string>) => typeof owner === 'object' && 'names' in owner

/** The ids of the persons whom a row is about. */
export function personsOf({ persons }: Pick<Declared, 'persons'>, row: Fields): readonly string[] {
  const ids: string[] = []
  for (const path of Object.values(persons)) {
    const found = valueAt(row, path)
    if (Array.isArray(found)) ids.push(...found)
    else if (found) ids.push(found as string)
  }
  return ids.length > 1 ? [...new Set(ids)] : ids
}

/**
 * The part of a row that a person may have: their own fields and the event's. Null if the row does not name them.
 * @param isForQuery whether a query reads it, which may also name the others
 */
export function ownPart(
  { persons, fields }: Pick<Declared, 'persons' | 'fields'>,
  row: Fields,
  person: Person,
  isForQuery = false,
) {
  const ids = [person.account, ...person.players]
  const named = Object.keys(persons).filter((name) => valueAt(row, persons[name] ?? ''))
  const own = named.filter((name) => ids.includes(String(valueAt(row, persons[name] ?? ''))))
  if (own.length === 0) return null
  const mayHave = (field: string) => {
    const owner = fields[field] ?? fields['*']
    if (owner === undefined || owner === 'event') return owner === 'event'
    if (isOfSeveral(owner)) return false
    if (typeof owner === 'object' && 'shownTo' in owner)
      return isForQuery && owner.shownTo.some((name) => own.includes(name))
    const [first] = ownersOf(owner).filter((name) => named.includes(name))
    return first !== undefined && own.includes(first)
  }
  const part = structuredClone(Object.fromEntries(Object.entries(row).filter(([field]) => mayHave(field))))
  for (const path of Object.keys(fields).filter((field) => field.includes('.') && !mayHave(field))) {
    const [holder, field] = placeIn(part, path)
    if (holder) delete holder[field]
  }
  return part
}

/** The object in which the last field of the path is, and that field; null without such an object. */
export function placeIn(row: Fields, path: string): readonly [Record<string, unknown> | null, string] {
  const at = path.lastIndexOf('.')
  const holder = at < 0 ? row : valueAt(row, path.slice(0, at))
  const isObject = typeof holder === 'object' && holder !== null && !Array.isArray(holder)
  return [isObject ? (holder as Record<string, unknown>) : null, path.slice(at + 1)]
}

/** What the store does with the rows about an erased person. */
export function rowErasureOf({ persons, fields, erased }: Declared): RowErasure {
  if (erased === 'delete') return 'delete'
  const isEmptied = (name: string, owner: FieldOwner<string>) =>
    typeof owner === 'object' && ('emptied' in owner || isOfSeveral(owner)) && ownersOf(owner).includes(name)
  const before = (name: string, owner: FieldOwner<string>) =>
    isOfSeveral(owner) ? [] : ownersOf(owner).slice(0, ownersOf(owner).indexOf(name))
  return Object.entries(persons).flatMap(([name, person]) => {
    const emptied = Object.entries(fields).filter(([, owner]) => isEmptied(name, owner))
    const byOthers = Map.groupBy(emptied, ([, owner]) => before(name, owner).join())
    return [...byOthers].map(([others, ofThese]) => ({
      person,
      fields: ofThese.map(([field]) => field),
      ...(others !== '' && { unless: others.split(',').map((other) => persons[other] ?? '') }),
    }))
  })
}

/** Fields of the schema that have no owner. */
export function fieldsWithoutOwner({ schema, fields }: Pick<Declared, 'schema' | 'fields'>): readonly string[] {
  if (!(schema instanceof z.ZodObject)) return ['schema']
  const further = schema.def.catchall ? ['*'] : []
  return [...Object.keys(schema.shape), ...further].filter((field) => !Object.hasOwn(fields, field))
}

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

/** The origin is that of the person called `by`. */
export const originOwners = {
  address: { emptied: 'by' },
  session: { emptied: 'by' },
  agent: { emptied: 'by' },
} as const

/** The user who acted, with which rights, and from where. Archives about acts of users have it; `actorRow` fills it. */
export const actorShape = {
  by: z.string(),
  role: z.enum(roles).nullable(),
  /** Done with the rights of an elevated session. */
  elevated: z.boolean(),
  ...originShape,
}

/** The role belongs to the event: other persons of the row see it, and nothing else of the actor. */
export const actorOwners = { by: 'by', role: 'event', elevated: 'by', ...originOwners } as const
