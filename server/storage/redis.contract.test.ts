import { storageContract } from './contract.ts'
import { openRedisPlace } from './redis/testing/redisPlace.ts'

storageContract('Redis', openRedisPlace)
