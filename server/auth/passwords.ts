import { type Config, ConfigError } from '../config.ts'
import { hashOfNothing, isPasswordOf, type PasswordHash, parsePasswordHash, usualCost } from './passwordHash.ts'

const variables = {
  ownerKey: 'OWNER_KEY_HASH',
  owner: 'ROLE_PASSWORD_HASH_OWNER',
  admin: 'ROLE_PASSWORD_HASH_ADMIN',
  moderator: 'ROLE_PASSWORD_HASH_MODERATOR',
} as const

/** The passwords of the configuration. @throws ConfigError that names the variable whose hash cannot be worked out here */
export function openPasswords({ ownerKey, owner, admin, moderator }: Config['passwords']) {
  try {
    const { check } = createPasswords({
      [variables.ownerKey]: ownerKey,
      [variables.owner]: owner,
      [variables.admin]: admin,
      [variables.moderator]: moderator,
    })
    return { check: (name: keyof typeof variables, secret: string) => check(variables[name], secret) }
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

const atOnce = 2
const mostWaiting = 16

/** 'busy': so many are being looked at that this one was not. */
type Verdict = 'right' | 'wrong' | 'busy'

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

/** There is no room to wait any more. */
export class DoorCrowded extends Error {}

/**
 * Lets so many pieces of work go on at the same time, and so many wait, in the order in which they came. scrypt is worked out
 * on the few threads that also read and write files: all of them at once would hold up the hub.
 */
export function createNarrowDoor(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let inside = 0

  const enter = async () => {
    if (inside < atOnce) {
      inside += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new DoorCrowded('Too many are waiting.')
    // Who goes gives their place to the next: nobody can slip in between.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }
  /** @throws DoorCrowded, or what the work throws */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter()
    return work().finally(leave)
  }
}
