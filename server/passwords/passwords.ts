import { createNarrowDoor, DoorCrowded } from './narrowDoor.ts'
import { hashOfNothing, isPasswordOf, parsePasswordHash, usualCost } from './passwordHash.ts'

const atOnce = 2
const mostWaiting = 16

/** 'busy': so many are being looked at that this one was not. */
export type Verdict = 'right' | 'wrong' | 'busy'

/**
 * What lends rights to a session, by name. A name without a hash is as wrong, and takes as long, as a wrong password: nobody
 * learns what is configured.
 * @param hashes as `hash-secret` prints them; null where there is none
 * @throws Error that names the hash which cannot be read
 */
export function createPasswords<Name extends string>(hashes: Readonly<Record<Name, string | null>>) {
  const known = new Map(
    Object.entries<string | null>(hashes).flatMap(([name, text]) => (text === null ? [] : [[name, read(name, text)]])),
  )
  const [first] = known.values()
  const none = hashOfNothing(first?.cost ?? usualCost)
  const pass = createNarrowDoor(atOnce, mostWaiting)

  return {
    async check(name: Name, secret: string): Promise<Verdict> {
      const hash = known.get(name)
      try {
        const isRight = await pass(() => isPasswordOf(hash ?? none, secret))
        return isRight && hash !== undefined ? 'right' : 'wrong'
      } catch (error) {
        if (error instanceof DoorCrowded) return 'busy'
        throw error
      }
    },
  }
}

function read(name: string, text: string) {
  const hash = parsePasswordHash(text)
  if (hash) return hash
  throw new Error(`The hash of ${name} cannot be used here: make a new one with npm run hash-secret.`)
}
