import { useAtomValue } from 'jotai'
import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import { helloAtom } from '../connection/connectionState.ts'
import { draftKey, readDraft, writeDraft } from '../connection/draftStorage.ts'

interface Draft<Value> {
  readonly value: Value
  /** With a function, for a change that an answer brings later: what was typed meanwhile stays. */
  readonly change: (value: Value | ((before: Value) => Value)) => void
  /**
   * After success: the fields are blank again, and nothing is kept. Only if they still hold what they held in the render of this function,
   * which is what was sent: what was typed while the request was in flight stays.
   */
  readonly clear: () => void
}

/**
 * What a user has typed into a form, kept in this tab for each account and page, so that it survives a refusal, a reconnect and a
 * reload. Logging out forgets it. Never for secrets: neither passwords nor keys are kept in a browser.
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
  const latest = useRef(shown)
  useLayoutEffect(() => {
    latest.current = shown
  })
  // Kept at once, not with the next render: a form may be gone by then.
  const change: Draft<Value>['change'] = (next) => {
    const { key: place, value: before } = latest.current
    const value = isFunction(next) ? next(before) : next
    latest.current = { key: place, value }
    setHeld(latest.current)
    if (place !== null) writeDraft(place, isSame(value, blank) ? undefined : value)
  }
  // The form may be gone by then, and another one may hold what was typed since.
  const clear = () => {
    const stored = kept(latest.current.key, schema)
    if (stored === undefined || isSame(stored, shown.value)) change((now) => (isSame(now, shown.value) ? blank : now))
  }
  return { value: shown.value, change, clear }
}

/** The draft of a single text. @param name of the field on its page */
export const useTextDraft = (name: string): Draft<string> => useDraft(name, z.string(), '')

const isFunction = <Value>(next: Value | ((before: Value) => Value)): next is (before: Value) => Value =>
  typeof next === 'function'

const kept = <Value>(key: string | null, schema: z.ZodType<Value>): Value | undefined =>
  key === null ? undefined : schema.safeParse(readDraft(key)).data

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
