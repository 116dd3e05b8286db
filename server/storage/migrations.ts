import { z } from 'zod'
import { EntryChange } from '../engine/entry.ts'
import type { RecordKind } from './records.ts'

/** A record of a store as JSON that was parsed and not checked, as an older release wrote it. */
type AnyRecord = Readonly<Record<string, unknown>>

/**
 * One change of the stored form. It is applied once to every record when a store of an older format is loaded, in SQLite and in Redis,
 * and to every record of an export that an older release wrote. Pure: the record that it gets is not changed.
 */
export interface Migration {
  /** The store format that this migration makes. */
  readonly to: number
  /** What changes, for the log. */
  readonly what: string
  /** By kind of record, the record as of format `to`. A kind that is left out does not change. Ids, seq and position must stay. */
  readonly records: { readonly [Kind in RecordKind]?: (record: AnyRecord) => AnyRecord }
}

const Document = z.looseObject({ id: z.string(), value: z.record(z.string(), z.unknown()) })
const Changes = z.object({ changes: z.array(EntryChange.loose()) })

const isMapImage = (id: string) => id.startsWith('mapImage/')

/**
 * Removes who calibrated the map from the document that guests read, and from the changes of it that are still sent to returning
 * pages. The audit still names the person. A record that is none is left to the check of records.
 */
const withoutCalibrator = {
  documents(record: AnyRecord): AnyRecord {
    const { data } = Document.safeParse(record)
    return data && isMapImage(data.id) ? { ...record, value: withoutPersonIn(data.value) } : record
  },
  journal(record: AnyRecord): AnyRecord {
    const { data } = Changes.safeParse(record)
    if (!data?.changes.some(({ id }) => isMapImage(id))) return record
    return { ...record, changes: data.changes.map((change) => (isMapImage(change.id) ? cleaned(change) : change)) }
  },
}

/** A change keeps its version, even where no patch of it is left. */
const cleaned = (change: EntryChange): EntryChange => ({
  ...change,
  patches: change.patches
    .filter(({ path: [field, inner] }) => !(field === 'calibration' && isPersonal(inner)))
    .map((patch) => {
      if (patch.path.length === 0) return { ...patch, value: withoutPersonIn(patch.value) }
      return patch.path.length === 1 ? { ...patch, value: withoutPerson(patch.value) } : patch
    }),
})

const isPersonal = (field: unknown) => field === 'by' || field === 'byName'

/** @param value of the document */
const withoutPersonIn = (value: unknown) =>
  isObject(value)
    ? { ...value, ...('calibration' in value && { calibration: withoutPerson(value.calibration) }) }
    : value

/** @param calibration null or undefined while the map is not calibrated */
const withoutPerson = (calibration: unknown) =>
  isObject(calibration)
    ? Object.fromEntries(Object.entries(calibration).filter(([field]) => !isPersonal(field)))
    : calibration

const isObject = (value: unknown): value is AnyRecord => typeof value === 'object' && value !== null

/** The format of the first release that migrates. A store of an older format is refused and not touched. */
export const OLDEST_FORMAT = 2

/**
 * All migrations since then, in order. A change of a stored shape adds one, with a test of its own; the stores that are kept in
 * `fixtures/` must still load (`keptStores.integration.test.ts`).
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    to: 3,
    what: 'Answers to command ids are found in the journal, and no longer kept beside it. Guests do not read who calibrated the map.',
    records: withoutCalibrator,
  },
]

/** The format that a release with these migrations writes. */
export const formatOf = (migrations: readonly Migration[]) => OLDEST_FORMAT + migrations.length

/** One number for SQLite, Redis and export files. */
export const STORE_FORMAT = formatOf(MIGRATIONS)

export const canMigrate = (format: number, migrations = MIGRATIONS) =>
  Number.isInteger(format) && format >= OLDEST_FORMAT && format <= formatOf(migrations)

/** Brings records from an older format to the newest. @throws Error when a number was left out or used twice */
export const createMigration = (from: number, migrations = MIGRATIONS) => {
  for (const [at, { to }] of migrations.entries())
    if (to !== OLDEST_FORMAT + at + 1)
      throw new Error(`Migration ${at + 1} makes format ${to}; it must make ${OLDEST_FORMAT + at + 1}.`)
  const due = migrations.filter(({ to }) => to > from)
  return {
    isDue: due.length > 0,
    what: due.map(({ what }) => what),
    changes: (kind: RecordKind) => due.some(({ records }) => records[kind]),
    migrate: (kind: RecordKind, record: unknown): unknown =>
      due.reduce((before, { records }) => records[kind]?.(before) ?? before, record as AnyRecord),
  }
}
export type RecordMigration = ReturnType<typeof createMigration>
