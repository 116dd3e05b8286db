import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { meAtom } from '../../connection/meAtom.ts'
import { makeToken } from './makeToken.ts'
import { type TokenLength, tokenEnd } from './tokenEnd.ts'

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
