import { z } from 'zod'
import { roles } from '../../../shared/engine/permissions.ts'
import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import type { ArchivedLine, AuditSource } from './mergedArchives.ts'

const Text = z.string().catch('')
/** The fields that features record. A missing or malformed field becomes empty, so that every line can be shown. */
const Recorded = z.looseObject({
  act: Text,
  by: Text,
  /** Done by the hub itself: `by` is the name of its worker. */
  byHub: z.boolean().catch(false),
  account: Text,
  name: Text,
  role: z.enum(roles).nullable().catch(null),
  elevated: z.boolean().catch(false),
  target: z.object({ id: Text, name: Text }).nullable().catch(null),
  detail: z.record(z.string(), z.unknown()).catch({}),
  kind: Text,
  delivery: z.string().nullable().catch(null),
  address: z.string().nullable().catch(null),
})

/**
 * Converts a line as a feature recorded it to the form that is shown. The search adds the actor's name and a delivery's outcome.
 * @param place unique within the source
 */
export function auditLineOf(source: AuditSource, { seq, at, line }: ArchivedLine, place: string): AuditLine {
  const { act, by, byHub, account, name, role, elevated, target, detail, kind, delivery, address, ...rest } =
    Recorded.parse(line)
  const base = {
    key: `${source.archive}-${source.key}-${place}`,
    seq,
    at,
    kind: kindOf(source.kind, act),
    act,
    by,
    byName: byHub ? `The hub: ${by}` : '',
    role,
    elevated,
    target,
    delivery,
    outcome: null,
    address: address || null,
  }
  switch (source.kind) {
    case 'deliveries': {
      const isConsole = kind === 'console' || act === 'console'
      const own = isConsole ? withoutTypedSecrets(detail) : detail
      return { ...base, detail: withoutSecrets({ ...(kind && kind !== act && { kind }), ...own }) }
    }
    case 'roles':
      return { ...base, act: 'roles.change', target: { id: account, name: '' }, detail: withoutSecrets(rest) }
    case 'positionViews':
      // The account that viewed positions is the actor.
      return { ...base, act: 'positionViews.view', by: account, target: null, detail: withoutSecrets(rest) }
    default:
      // In these sources `role` is the requested role, not the actor's.
      return { ...base, role: null, detail: withoutSecrets({ ...(role && { role }), ...detail, ...rest }) }
  }
}

const kindOf = (kind: AuditKind, act: string): AuditKind =>
  kind === 'map' && act.startsWith('fixtures.') ? 'fixtures' : kind

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
