import { storageContract } from './contract.ts'
import { openRedisPlace } from './redis/testing/redisPlace.ts'
import { openSharedRedis } from './redis/testing/sharedRedisPlace.ts'
import { sharedStorageContract } from './sharedContract.ts'

storageContract('Redis', openRedisPlace)
sharedStorageContract('Redis', openSharedRedis)
