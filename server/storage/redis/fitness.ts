import type { RedisFacts } from './durability.ts'
import { isAtLeast } from './isAtLeast.ts'

/** XTRIM by id and exclusive ranges came with it. */
const OLDEST = [6, 2] as const

/** Why this Redis cannot be used, and how to mend it; null when it can. */
export const unfitness = ({ version, role, maxmemoryPolicy }: RedisFacts): string | null => {
  if (version !== null && !isAtLeast(version, OLDEST))
    return `is Redis ${version}, and the hub needs ${OLDEST.join('.')} or newer. Update it.`
  if (role === 'slave' || role === 'replica')
    return 'is a replica, which takes no writes. Name its master in REDIS_URL.'
  if (maxmemoryPolicy !== null && maxmemoryPolicy !== 'noeviction')
    return `throws keys away when its memory is full (maxmemory-policy ${maxmemoryPolicy}), and with them what people were told is kept. Set maxmemory-policy noeviction, in redis.conf or by CONFIG SET, or give the hub a Redis of its own.`
  return null
}
