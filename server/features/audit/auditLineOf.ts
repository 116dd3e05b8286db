import { z } from 'zod'
import { roles } from '../../../shared/engine/permissions.ts'
import type { AuditKind, AuditLine } from '../../../shared/features/audit/queries.ts'
import type { AuditList } from './auditLists.ts'

export interface ArchivedLine {
  readonly seq: number
  readonly at: number
  readonly line: Readonly<Record<string, unknown>>
}

const Text = z.string().catch('')
/** What features write, each in its own words; what one does not say is left empty. */
const Written = z.looseObject({
  act: Text,
  by: Text,
  /** By the hub itself: `by` is the name of its worker. */
  byHub: z.boolean().catch(false),
  account: Text,
  name: Text,
  role: z.enum(roles).nullable().catch(null),
  raised: z.boolean().catch(false),
  target: z.object({ id: Text, name: Text }).nullable().catch(null),
  detail: z.record(z.string(), z.unknown()).catch({}),
  kind: Text,
  delivery: z.string().nullable().catch(null),
  address: z.string().nullable().catch(null),
})

/** A line as it was written down, in the one form that is shown. The name of who did it, and what came of it, come later. */
export function auditLineOf(
  { kind: listed, archive, key }: AuditList,
  { seq, at, line }: ArchivedLine,
  place: string,
): AuditLine {
  const written = Written.parse(line)
  const { act, by, byHub, account, name, role, raised, target, detail, kind, delivery, address, ...rest } = written
  const told = {
    key: `${archive}-${key}-${place}`,
    seq,
    at,
    kind: kindOf(listed, act),
    byName: byHub ? `The hub: ${by}` : '',
    raised,
    outcome: null,
    address: address || null,
  }
  const isTyped = kind === 'console' || act === 'console'
  if (listed === 'deliveries')
    return {
      ...told,
      act,
      by,
      role,
      target,
      delivery,
      detail: hidden({ ...(kind && kind !== act && { kind }), ...(isTyped ? maskedTexts(detail) : detail) }),
    }
  if (listed === 'roles')
    return { ...told, act: 'roles.change', by, role, target: { id: account, name: '' }, delivery, detail: hidden(rest) }
  // Who looked is the one who did it.
  if (listed === 'looks')
    return { ...told, act: 'looks.look', by: account, role, target: null, delivery, detail: hidden(rest) }
  // Here the role is what was asked for, and not what they had.
  return {
    ...told,
    act,
    by,
    role: null,
    target,
    delivery,
    detail: hidden({ ...(role && { role }), ...detail, ...rest }),
  }
}

const kindOf = (listed: AuditKind, act: string): AuditKind =>
  listed === 'map' && act.startsWith('fixtures.') ? 'fixtures' : listed

/** Settings are typed with their value behind them, and some values show by themselves what they are. */
const typedSecret =
  /([\w-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[_-]?key)[\w-]*["']?\s*[:=]?\s*)("[^"]*"?|'[^']*'?|\S+)/gi
const looksRandom = /(?=[\w.~+/-]*\d)(?=[\w.~+/-]*[a-z])[\w.~+/-]{24,}/gi

const maskedTexts = (detail: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, typeof value === 'string' ? maskTyped(value) : value]),
  )
const maskTyped = (text: string) =>
  text.replace(typedSecret, (_, name: string) => `${name}${hiddenWord}`).replace(looksRandom, hiddenWord)

const soundsSecret = /password|passphrase|secret|token|hash|cookie|credential|apikey/i
export const hiddenWord = '[hidden]'

/** Without what by its name should not have been written down. */
function hidden(said: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.entries(said).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(
    shown.map(([name, value]) => [name, soundsSecret.test(name) ? hiddenWord : isPlain(value) ? hidden(value) : value]),
  )
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
