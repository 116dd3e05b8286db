import { RedisClient } from '@redis/client'

const common = {
  // RESP 2 is spoken by every Redis version and by compatible servers.
  RESP: 2,
  maintNotifications: 'disabled',
  disableClientInfo: true,
} as const

/** The library's own `createClient` makes a class with all its commands for each address: 29 ms of CPU time. This one serves every address. */
const fromOptions = RedisClient.factory(common)

/** A client of the library that is not connected yet. */
export const createBareClient = (options: Parameters<typeof fromOptions>[0]) => fromOptions({ ...common, ...options })
