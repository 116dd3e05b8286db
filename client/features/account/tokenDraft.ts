import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { z } from 'zod'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { longestTokenMs } from '../../../shared/features/tokens/tokens.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { meAtom } from '../../connection/handshake.ts'
import { postToHub } from '../../connection/session.ts'

interface TokenWish {
  readonly label: string
  readonly permissions: readonly Permission[]
  readonly length: TokenLength
  /** For a length of one's own choice, as a date field writes it. */
  readonly date: string
}

const blank: TokenWish = { label: '', permissions: ['look'], length: 'month', date: '' }

/** A token as it is being described, and the way to have it made. */
export function useTokenWish(onMade: (token: string, label: string) => void) {
  const { serverNow } = useConnection()
  const { may } = useAtomValue(meAtom)
  const [wish, setWish] = useState(blank)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  const label = wish.label.trim()
  // What was taken away meanwhile is not asked for.
  const permissions = wish.permissions.filter((permission) => may.includes(permission))
  const endNow = () => tokenEnd(wish.length, wish.date, serverNow())
  const end = endNow()
  const canBeMade = label !== '' && permissions.length > 0 && end.ok

  const make = async () => {
    const ending = endNow()
    if (busy || !canBeMade || !ending.ok) return
    setRefusal(null)
    setBusy(true)
    const told = await makeToken({ label, permissions, endsAt: ending.endsAt })
    setBusy(false)
    if (told.ok) onMade(told.value.token, label)
    else setRefusal(told.message)
  }
  const change = (part: Partial<TokenWish>) => setWish({ ...wish, ...part })
  return { wish, change, permissions, end, canBeMade, busy, refusal, dismiss: () => setRefusal(null), make }
}

interface TokenWishOfMakeToken {
  readonly label: string
  readonly permissions: readonly Permission[]
  /** Epoch ms. */
  readonly endsAt: number
}

const Made = z.object({ token: z.string(), id: z.string() })

/** The token comes back this one time: the hub keeps only its hash. */
const makeToken = (wish: TokenWishOfMakeToken) => postToHub(Made, '/auth/tokens', wish)

const dayMs = 24 * 3_600_000

export const tokenLengths = [
  { key: 'day', name: '1 day', ms: dayMs },
  { key: 'week', name: '1 week', ms: 7 * dayMs },
  { key: 'month', name: '1 month', ms: 30 * dayMs },
  { key: 'year', name: '1 year', ms: 365 * dayMs },
] as const
export type TokenLength = (typeof tokenLengths)[number]['key'] | 'date'

/** When a token is to end, epoch ms, or why that cannot be. */
type TokenEnd = { readonly ok: true; readonly endsAt: number } | { readonly ok: false; readonly problem: string | null }

/** @param date `2026-11-30`, for the length `date`: the token lasts to the end of that day, here @param now epoch ms */
export function tokenEnd(length: TokenLength, date: string, now: number): TokenEnd {
  const fixed = tokenLengths.find(({ key }) => key === length)
  if (fixed) return { ok: true, endsAt: now + fixed.ms }
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  if (date === '') return { ok: false, problem: null }
  const endsAt = new Date(year, month - 1, day + 1).getTime() - 1
  if (Number.isNaN(endsAt)) return { ok: false, problem: 'Write a date as 2026-11-30.' }
  if (endsAt <= now) return { ok: false, problem: 'That day is over. Choose today or later.' }
  if (endsAt > now + longestTokenMs)
    return { ok: false, problem: 'A token lasts a year at most. Choose an earlier day.' }
  return { ok: true, endsAt }
}

/** A day as a date field writes it, here. @param at epoch ms */
export function dateOf(at: number): string {
  const day = new Date(at)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
