import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { helloAtom } from '../connection/connectionState.ts'
import { draftKey, readDraft, writeDraft } from '../connection/draftStorage.ts'

interface Draft<Value> {
  readonly value: Value
  readonly change: (value: Value) => void
  /** After success: the fields are blank again, and nothing is kept. */
  readonly clear: () => void
}

/**
 * What a user has typed into a form, kept in this tab for each account and page, so that it survives a refusal, a reconnect and a
 * reload. Signing out forgets it. Never for secrets: neither passwords nor keys are kept in a browser.
 * @param name of the form on its page
 * @param schema a draft of another release that does not fit it is dropped
 */
export function useDraft<Value>(name: string, schema: z.ZodType<Value>, blank: Value): Draft<Value> {
  const hello = useAtomValue(helloAtom)
  const [page] = useLocation()
  // Before the hub has said whose page this is, nothing is kept.
  const key = hello === null ? null : draftKey(hello.principal?.id ?? null, page, name)
  const [held, setHeld] = useState(() => ({ key, value: kept(key, schema) ?? blank }))
  let shown = held
  if (held.key !== key) {
    // A draft that was typed before the first answer of the hub goes on.
    const isTyped = held.key === null && !isSame(held.value, blank)
    shown = { key, value: isTyped ? held.value : (kept(key, schema) ?? blank) }
    setHeld(shown)
  }
  const change = (value: Value) => {
    setHeld({ key, value })
    if (key !== null) writeDraft(key, isSame(value, blank) ? undefined : value)
  }
  return { value: shown.value, change, clear: () => change(blank) }
}

const kept = <Value>(key: string | null, schema: z.ZodType<Value>): Value | undefined =>
  key === null ? undefined : schema.safeParse(readDraft(key)).data

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
