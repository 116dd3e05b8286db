import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

export interface PasswordHash {
  readonly cost: Cost
  readonly salt: Buffer
  readonly hash: Buffer
}
/** N, r and p of scrypt: the memory and work of one attempt. */
export interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** As OWASP recommends for 32 MB per attempt: some 100 ms on a small machine. */
export const usualCost: Cost = { N: 2 ** 15, r: 8, p: 3 }
/** Memory of one attempt: a larger cost in the configuration could exhaust the machine. */
const mostBytes = 256 * 1024 * 1024
const mostLanes = 16
const hashBytes = 32
const saltBytes = 16

/** Parses `scrypt$N$r$p$salt$hash`, salt and hash in base64url. Null if it is none, or if its cost is above the limits. */
export function parsePasswordHash(text: string): PasswordHash | null {
  const [, n, r, p, salt = '', hash = ''] =
    /^scrypt\$(\d{1,8})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,200})\$([\w-]{32,200})$/.exec(text) ?? []
  const cost = { N: Number(n), r: Number(r), p: Number(p) }
  const isPowerOfTwo = cost.N > 1 && Number.isInteger(Math.log2(cost.N))
  if (!isPowerOfTwo || cost.r < 1 || cost.p < 1 || cost.p > mostLanes || bytesFor(cost) > mostBytes) return null
  return { cost, salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') }
}

/** The text for the configuration; different each time, because of a random salt. */
export async function hashPassword(secret: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await deriveWith({ cost, salt }, secret, hashBytes)
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** A hash that matches no secret and costs as much to check as a real one. */
export const decoyHash = (cost: Cost): PasswordHash => ({
  cost,
  salt: randomBytes(saltBytes),
  hash: randomBytes(hashBytes),
})

export async function isPasswordOf(known: PasswordHash, secret: string): Promise<boolean> {
  return timingSafeEqual(known.hash, await deriveWith(known, secret, known.hash.length))
}

/** Normalizes, because a letter can be typed in several ways that look the same. */
const deriveWith = ({ cost, salt }: Omit<PasswordHash, 'hash'>, secret: string, bytes: number) =>
  derive(secret.normalize('NFKC'), salt, bytes, { ...cost, maxmem: bytesFor(cost) + 1024 * 1024 })

const bytesFor = ({ N, r, p }: Cost) => 128 * r * (N + p)
