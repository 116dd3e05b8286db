import { openRedisStorage } from '../redis.ts'

/** Loads the store at the address that is given, and says its epoch and what it promises. */
const storage = await openRedisStorage({ url: process.argv[2] ?? '', node: 'loader' })
const { epoch } = await storage.load()
await storage.close()
process.stdout.write(`${epoch} ${storage.durability}\n`)
