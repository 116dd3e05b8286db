import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type Pin, pinChanges, readPins } from '../../../shared/features/timeline/pins.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom, connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'

/** A pin with its id. */
export type NamedPin = Pin & { readonly id: string }

/** What the hub answered last, and to whom: for all parts of a page, since a list of bans has one in each row. */
const answeredAtom = atom<(z.output<(typeof readPins)['output']> & { readonly to: string }) | null>(null)
/** What was asked last. */
const askedAtom = atom('')
/** How often no answer came. The page then asks again after a while: staff would take a ban for one without pins. */
const failuresAtom = atom(0)
const askAgainMs = 5_000

/**
 * The pins that the user may see, the latest first, and the minutes that all pins take. Empty for staff who may not ban.
 * @returns `isHere` false until the hub has answered
 */
export function usePins() {
  const { principal, may } = useAtomValue(accessAtom)
  const mayPin = may.includes('banPlayers')
  const me = principal?.id ?? ''
  const answered = useAtomValue(answeredAtom)
  const value = mayPin && answered?.to === me ? answered : null
  useAsked(me, mayPin)
  const pins = Object.entries(value?.pins ?? {})
    .map(([id, pin]): NamedPin => ({ ...pin, id }))
    .sort((one, other) => other.at - one.at)
  return { mayPin, pins, minutes: value?.minutes ?? 0, isHere: value !== null }
}

/** Asks once for all parts of the page: after each change of the pins, of the connection, and of what the user may see, and after a refusal. */
function useAsked(me: string, mayPin: boolean) {
  const { store, query } = useConnection()
  const { name, since } = useAtomValue(connectionAtom)
  const seesAll = useAtomValue(accessAtom).may.includes('ownerPanel')
  const failures = useAtomValue(failuresAtom)
  const revision = useDocument(pinChanges, mainServer).value?.revision ?? null
  useEffect(() => {
    const question = `${me} ${revision} ${since} ${seesAll} ${failures}`
    if (!mayPin || revision === null || name !== 'live' || store.get(askedAtom) === question) return
    store.set(askedAtom, question)
    void query(readPins.name, { server: mainServer, revision }).then((answer) => {
      if (store.get(askedAtom) !== question) return
      if (answer.ok) store.set(answeredAtom, { ...readPins.output.parse(answer.output), to: me })
      else setTimeout(() => store.set(failuresAtom, failures + 1), askAgainMs)
    })
  }, [store, query, me, mayPin, revision, name, since, seesAll, failures])
}
