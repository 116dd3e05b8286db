import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import { type Permission, permissions } from '../../../shared/engine/permissions.ts'
import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom } from '../../connection/connectionState.ts'
import { postToHub } from '../../connection/session.ts'

const lengthKeys = ['day', 'week', 'month', 'year', 'date'] as const
export type TokenLength = (typeof lengthKeys)[number]

/** The fields of a new token, as they are kept while they are filled in. */
export const TokenDraft = z.object({
  label: z.string(),
  permissions: z.array(z.enum(permissions)).readonly(),
  length: z.enum(lengthKeys),
  /** For the length `date`, in the format of a date field. */
  date: z.string(),
})
export type TokenDraft = z.infer<typeof TokenDraft>

export const blankToken: TokenDraft = { label: '', permissions: ['look'], length: 'month', date: '' }

/** Has the token of a draft made. */
export function useTokenMaker(draft: TokenDraft, onMade: (token: string, label: string) => void) {
  const { serverNow } = useConnection()
  const { may } = useAtomValue(accessAtom)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  // Permissions that were taken meanwhile are left out.
  const held = draft.permissions.filter((permission) => may.includes(permission))

  const make = async () => {
    const label = draft.label.trim()
    const end = tokenEnd(draft.length, draft.date, serverNow())
    if (busy || !end.ok) return
    setRefusal(null)
    setBusy(true)
    const answer = await makeToken({ label, permissions: held, endsAt: end.endsAt })
    setBusy(false)
    if (answer.ok) onMade(answer.value.token, label)
    else setRefusal(answer.message)
  }
  return { permissions: held, busy, refusal, dismiss: () => setRefusal(null), make }
}

interface TokenRequest {
  readonly label: string
  readonly permissions: readonly Permission[]
  /** Epoch ms. */
  readonly endsAt: number
}

const MadeToken = z.object({ token: z.string(), id: z.string() })

/** The token is returned this one time: the hub keeps only its hash. */
const makeToken = (request: TokenRequest) => postToHub(MadeToken, '/auth/tokens', request)

const dayMs = 24 * 3_600_000

export const tokenLengths = [
  { key: 'day', name: 'In 1 day', ms: dayMs },
  { key: 'week', name: 'In 1 week', ms: 7 * dayMs },
  { key: 'month', name: 'In 1 month', ms: 30 * dayMs },
  { key: 'year', name: 'In 1 year', ms: 365 * dayMs },
] as const

/** The end of a token, epoch ms, or why it is not possible. */
type TokenEnd = { readonly ok: true; readonly endsAt: number } | { readonly ok: false; readonly problem: string | null }

/** @param date `2026-11-30`, for the length `date`: the token lasts to the end of that day in local time @param now epoch ms */
export function tokenEnd(length: TokenLength, date: string, now: number): TokenEnd {
  const fixed = tokenLengths.find(({ key }) => key === length)
  if (fixed) return { ok: true, endsAt: now + fixed.ms }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (date === '') return { ok: false, problem: null }
  const endsAt = new Date(year, month - 1, day + 1).getTime() - 1
  if (Number.isNaN(endsAt)) return { ok: false, problem: 'Enter a date such as 2026-11-30.' }
  if (endsAt <= now) return { ok: false, problem: 'That date has passed. Choose today or later.' }
  if (endsAt > now + longestTokenMs)
    return { ok: false, problem: 'A token lasts a year at most. Choose an earlier date.' }
  return { ok: true, endsAt }
}

/** A local day in the format of a date field. @param at epoch ms */
export function dateOf(at: number): string {
  const day = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
