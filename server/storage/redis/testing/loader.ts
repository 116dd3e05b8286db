import { openRedisStorage } from '../redis.ts'

/** A process that loads the store at an address, and prints its epoch and durability. */
const storage = await openRedisStorage({ url: process.argv[2] ?? '', node: 'loader' })
const { epoch } = await storage.load()
await storage.close()
process.stdout.write(`${epoch} ${storage.durability}\n`)
