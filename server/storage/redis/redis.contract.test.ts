import { storageContract } from '../contract/contract.ts'
import { sharedStorageContract } from '../contract/sharedContract.ts'
import { openRedisPlace } from './testing/redisPlace.ts'
import { openSharedRedis } from './testing/sharedRedisPlace.ts'

storageContract('Redis', openRedisPlace)
sharedStorageContract('Redis', openSharedRedis)
