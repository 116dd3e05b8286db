import { atom } from 'jotai'
import type { Hello } from '../../../shared/protocol/hello.ts'
import { helloAtom } from '../../connection/meAtom.ts'

export type You = NonNullable<Hello['you']>

interface Raising {
  readonly you: You
  /** The last hello to the session that has ended; null while its password is still being looked at. */
  readonly leaving: Hello | null
}

/** A password is being looked at, or was right and the session with more rights has yet to come in. */
export const raisingAtom = atom<Raising | null>(null)

/**
 * Who sits here. A session that is raised ends a moment before the one that follows it comes in: whoever waits for that is no
 * guest meanwhile, and is not shown out.
 */
export const shownYouAtom = atom((get): You | null => {
  const hello = get(helloAtom)
  const raising = get(raisingAtom)
  if (hello?.you || !raising) return hello?.you ?? null
  return raising.leaving === null || raising.leaving === hello ? raising.you : null
})
