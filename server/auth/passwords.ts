import { type Cost, decoyHash, isPasswordOf, type PasswordHash, parsePasswordHash, usualCost } from './passwordHash.ts'

/** `challenges` and `events` are codes of gates: see `gates` in shared/features/session. */
export type PasswordName = 'ownerKey' | 'owner' | 'admin' | 'moderator' | 'challenges' | 'events'

/** 'busy': too many checks are waiting, and this one was not made. */
export type Verdict = 'right' | 'wrong' | 'busy'

const checksAtOnce = 2
const mostWaiting = 16

/**
 * Checks the passwords that elevate a session, by name. A name without a hash is as wrong, and takes as long, as a wrong password,
 * and all names take equally long even if their hashes differ in cost: the time does not reveal what is configured.
 * @param hashes as `hash-secret` prints them; null where there is none
 * @throws Error that names the hash which cannot be used
 */
export function createPasswords<Name extends string>(hashes: Readonly<Record<Name, string | null>>) {
  const known = new Map(
    Object.entries<string | null>(hashes).flatMap(([name, text]) =>
      text === null ? [] : [[name, usableHash(name, text)]],
    ),
  )
  const decoys = decoysFor([...known.values()])
  const limited = createConcurrencyLimit(checksAtOnce, mostWaiting)

  return {
    async check(name: Name, secret: string): Promise<Verdict> {
      const hash = known.get(name)
      try {
        return (await limited(() => isRight(decoys, hash, secret))) ? 'right' : 'wrong'
      } catch (error) {
        if (error instanceof QueueFull) return 'busy'
        throw error
      }
    },
  }
}

/** One decoy for each configured cost. */
function decoysFor(known: readonly PasswordHash[]): readonly PasswordHash[] {
  const costs = known.length > 0 ? known.map(({ cost }) => cost) : [usualCost]
  const byText = new Map(costs.map((cost) => [JSON.stringify([cost.N, cost.r, cost.p]), cost]))
  return [...byText.values()].map(decoyHash)
}

/** Does the work of every cost each time: the hash replaces the decoy of its own cost. */
async function isRight(decoys: readonly PasswordHash[], hash: PasswordHash | undefined, secret: string) {
  let result = false
  for (const decoy of decoys) {
    const isOwnCost = hash !== undefined && isSameCost(hash.cost, decoy.cost)
    const isEqual = await isPasswordOf(isOwnCost ? hash : decoy, secret)
    if (isOwnCost) result = isEqual
  }
  return result
}

const isSameCost = (one: Cost, other: Cost) => one.N === other.N && one.r === other.r && one.p === other.p

function usableHash(name: string, text: string) {
  const hash = parsePasswordHash(text)
  if (hash) return hash
  throw new Error(`The hash of ${name} cannot be used here: make a new one with npm run hash-secret.`)
}

/** No more work can wait. */
export class QueueFull extends Error {}

/**
 * Limits how many tasks run at once and how many wait, in order of arrival. scrypt runs on the few threads that also read
 * and write files: many checks at once would block the hub.
 */
export function createConcurrencyLimit(atOnce: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const acquire = async () => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new QueueFull('Too many are waiting.')
    // A task that ends passes its place directly to the next waiting one.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  /** @throws QueueFull, or what the work throws */
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await acquire()
    return work().finally(release)
  }
}
