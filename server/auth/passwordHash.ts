import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export interface PasswordHash {
  /** N, r and p of scrypt: how much memory and work one try costs. */
  readonly cost: Cost
  readonly salt: Buffer
  readonly hash: Buffer
}
interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** As OWASP recommends where 32 MB are to be spent on a try: some hundred ms on a small machine. */
export const usualCost: Cost = { N: 2 ** 15, r: 8, p: 3 }
/** One try may take as much memory: whoever wrote more into the configuration would bring the hub down by signing in. */
const mostBytes = 256 * 1024 * 1024
const mostLanes = 16
const hashBytes = 32
const saltBytes = 16

const bytesFor = ({ N, r, p }: Cost) => 128 * r * (N + p)

/** Of `scrypt$N$r$p$salt$hash`, salt and hash in base64url; null when it is none, or one that cannot be worked out here. */
export function parsePasswordHash(text: string): PasswordHash | null {
  const [, n, r, p, salt = '', hash = ''] =
    /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,200})\$([\w-]{32,200})$/.exec(text) ?? []
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const isPowerOfTwo = cost.N > 1 && Number.isInteger(Math.log2(cost.N))
  if (!isPowerOfTwo || cost.r < 1 || cost.p < 1 || cost.p > mostLanes || bytesFor(cost) > mostBytes) return null
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

/** What is written into the configuration for a secret: another each time, as each has a salt of its own. */
export async function hashPassword(secret: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await deriveWith({ cost, salt }, secret, hashBytes)
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** A hash that no secret has, as dear to try as others of that cost. */
export const hashOfNothing = (cost: Cost): PasswordHash => ({
  cost,
  salt: randomBytes(saltBytes),
  hash: randomBytes(hashBytes),
})

export async function isPasswordOf(known: PasswordHash, secret: string): Promise<boolean> {
  return timingSafeEqual(known.hash, await deriveWith(known, secret, known.hash.length))
}

/** One letter can be typed in several ways that look the same: they count as one. */
const deriveWith = ({ cost, salt }: Pick<PasswordHash, 'cost' | 'salt'>, secret: string, bytes: number) =>
  derive(secret.normalize('NFKC'), salt, bytes, { ...cost, maxmem: bytesFor(cost) + 1024 * 1024 })
