import { createNarrowDoor, DoorCrowded } from './narrowDoor.ts'
import { hashOfNothing, isPasswordOf, type PasswordHash, parsePasswordHash, usualCost } from './passwordHash.ts'

const atOnce = 2
const mostWaiting = 16

/** 'busy': so many are being looked at that this one was not. */
export type Verdict = 'right' | 'wrong' | 'busy'

/**
 * What lends rights to a session, by name. A name without a hash is as wrong, and takes as long, as a wrong password, and each name
 * as long as any other, though their hashes be of different cost: nobody learns what is configured.
 * @param hashes as `hash-secret` prints them; null where there is none
 * @throws Error that names the hash which cannot be read
 */
export function createPasswords<Name extends string>(hashes: Readonly<Record<Name, string | null>>) {
  const known = new Map(
    Object.entries<string | null>(hashes).flatMap(([name, text]) => (text === null ? [] : [[name, read(name, text)]])),
  )
  const decoys = decoysFor([...known.values()])
  const pass = createNarrowDoor(atOnce, mostWaiting)

  return {
    async check(name: Name, secret: string): Promise<Verdict> {
      const hash = known.get(name)
      try {
        return (await pass(() => isRightAmong(decoys, hash, secret))) ? 'right' : 'wrong'
      } catch (error) {
        if (error instanceof DoorCrowded) return 'busy'
        throw error
      }
    },
  }
}

/** One hash that nothing has for each cost that is configured, in one order. */
function decoysFor(known: readonly PasswordHash[]): readonly PasswordHash[] {
  const costs = known.length > 0 ? known.map(({ cost }) => cost) : [usualCost]
  const byText = new Map(costs.map((cost) => [JSON.stringify([cost.N, cost.r, cost.p]), cost]))
  return [...byText.values()].map(hashOfNothing)
}

const isSameCost = (one: PasswordHash, other: PasswordHash) =>
  one.cost.N === other.cost.N && one.cost.r === other.cost.r && one.cost.p === other.cost.p

/** The work of every cost is done each time: the hash stands in for the decoy of its own. */
async function isRightAmong(decoys: readonly PasswordHash[], hash: PasswordHash | undefined, secret: string) {
  let isRight = false
  for (const decoy of decoys) {
    const isItsTurn = hash !== undefined && isSameCost(hash, decoy)
    const isEqual = await isPasswordOf(isItsTurn ? hash : decoy, secret)
    if (isItsTurn) isRight = isEqual
  }
  return isRight
}

function read(name: string, text: string) {
  const hash = parsePasswordHash(text)
  if (hash) return hash
  throw new Error(`The hash of ${name} cannot be used here: make a new one with npm run hash-secret.`)
}
