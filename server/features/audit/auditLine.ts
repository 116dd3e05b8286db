import { z } from 'zod'
import type { Archive } from '../../../shared/engine/archive.ts'
import { roles } from '../../../shared/engine/permissions.ts'
import { AuditKind, type AuditLine } from '../../../shared/features/audit/queries.ts'
import type { ArchivedRow } from './mergedArchives.ts'

const Text = z.string().catch('')
const OptionalText = z
  .string()
  .nullable()
  .catch(null)
  .transform((text) => text || null)
/** The wording of a row. A missing or malformed field becomes empty, so that every row can be shown. */
const Wording = z.object({
  subject: AuditKind,
  act: Text,
  did: Text,
  order: OptionalText,
  by: Text,
  /** Done by the hub itself: `by` is the name of its worker. */
  byHub: z.boolean().catch(false),
  role: z.enum(roles).nullable().catch(null),
  elevated: z.boolean().catch(false),
  target: z.object({ id: Text, name: Text }).nullable().catch(null),
  detail: z.record(z.string(), z.unknown()).catch({}),
  delivery: z.string().nullable().catch(null),
  address: OptionalText,
  session: OptionalText,
  agent: OptionalText,
})

/**
 * Converts a row, in the wording of its archive, to the form that is shown. The search adds the actor's name and a delivery's outcome.
 * @param place unique within the archive
 */
export function auditLineOf(archive: Archive, { seq, at, row }: ArchivedRow, place: string): AuditLine {
  const { subject, byHub, detail, ...worded } = Wording.parse(wordingOf(archive, row))
  const isConsole = [worded.act, detail.kind].some((kind) => kind === 'console' || kind === 'gameConsole')
  return {
    ...worded,
    key: `${archive.kind}-${place}`,
    seq,
    at,
    kind: subject,
    byName: byHub ? `The hub: ${worded.by}` : '',
    detail: withoutSecrets(isConsole ? withoutTypedSecrets(detail) : detail),
    outcome: null,
  }
}

/** A malformed row may lack what its wording needs. */
function wordingOf({ audited }: Archive, row: object): object {
  try {
    return audited?.(row) ?? {}
  } catch {
    return row
  }
}

/** Matches a setting whose name sounds secret together with the value after it. */
const typedSecret =
  /([\w-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[_-]?key)[\w-]*["']?\s*[:=]?\s*)("[^"]*"?|'[^']*'?|\S+)/gi
/** Matches a value that looks like a random token. */
const looksRandom = /(?=[\w.~+/-]*\d)(?=[\w.~+/-]*[a-z])[\w.~+/-]{24,}/gi

const withoutTypedSecrets = (detail: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? maskTyped(value) : value]),
  )
const maskTyped = (text: string) =>
  text.replace(typedSecret, (_, name: string) => `${name}${hiddenText}`).replace(looksRandom, hiddenText)

const soundsSecret = /password|passphrase|secret|token|hash|cookie|credential|apikey/i
export const hiddenText = '[hidden]'

/** Drops empty fields and masks values whose field name sounds secret, at any depth. */
function withoutSecrets(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(detail).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      soundsSecret.test(name) ? hiddenText : isPlain(value) ? withoutSecrets(value) : value,
    ]),
  )
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
