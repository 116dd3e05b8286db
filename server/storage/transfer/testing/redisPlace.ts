import { startRedis } from '../../../testing/redisProcess.ts'
import { openRedisSource } from '../../redis/openRedisSource.ts'
import { openRedisTarget } from '../../redis/openRedisTarget.ts'
import { nodeName } from '../../redis/testing/redisPlace.ts'
import { openRedisStorage } from '../../redis.ts'
import type { TransferPlace } from './transferPlace.ts'

export const redisPlace = async (): Promise<TransferPlace & { readonly url: string }> => {
  const redis = await startRedis({ config: { appendonly: 'no' } })
  const { url } = redis
  const address = { url, prefix: 'waterhole' }
  return {
    url,
    storage: () => openRedisStorage({ url, node: nodeName() }),
    source: () => openRedisSource(address),
    target: () => openRedisTarget(address),
    remove: redis.remove,
  }
}
