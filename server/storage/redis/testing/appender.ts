import { appendForever } from '../../contract/appendUntilKilled.ts'
import { openRedisStorage } from '../redis.ts'
import { longLeaseTimes } from './leaseTimes.ts'

const [url = '', node = ''] = process.argv.slice(2)
await appendForever(await openRedisStorage({ url, node, times: longLeaseTimes }))
