// npm run restore -- FILE: puts a backup, or an export, in the place of the hub's data. The hub must be stopped.

import { restoreIfAsked } from '../server/app/restoring.ts'
import type { Config } from '../server/config.ts'
import { takePinFile } from '../server/storage/backups/pinFiles.ts'
import { askRestore, forgetRestore, markRedisRestored } from '../server/storage/backups/restore.ts'
import { describePosition, type ExportHeader } from '../server/storage/transfer/format.ts'
import { checkExport, importExport } from '../server/storage/transfer/importExport.ts'
import { createProgressReport, fileArgument, openTarget, runTransfer } from './transfer/runTransfer.ts'

await runTransfer(async (readConfig) => {
  const file = fileArgument('restore', process.argv.slice(2))
  const config = readConfig()
  const { header } = await checkExport(file)
  console.log(
    `${file} is good: ${describePosition(header.position)}, made at ${new Date(header.madeAt).toISOString()}.`,
  )
  if (config.redis) return intoRedis(file, header, { ...config, redis: config.redis })
  askRestore({ dataDir: config.dataDir, file, now: Date.now() })
  const mark = await restoreIfAsked(config, console.log)
  if (mark?.phase === 'failed') {
    forgetRestore(config.dataDir)
    process.exitCode = 1
    return
  }
  console.log(
    'Start the hub. It then ends all sessions and tokens, and again erases everyone who was erased after the backup.',
  )
})

type RedisConfig = Parameters<typeof openTarget>[0] & { readonly redis: NonNullable<Config['redis']> }

/** What is in Redis stays: the backup is filled into an empty place beside it. */
async function intoRedis(file: string, header: ExportHeader, config: RedisConfig) {
  const { dataDir, redis } = config
  const target = await openTarget(config)
  const report = createProgressReport()
  try {
    const onPart = (done: number, of: number) => report(() => `  part ${done} of ${of}`)
    await importExport({ file, target, onPart, takeFile: takePinFile({ into: dataDir, present: dataDir }) })
    markRedisRestored({ dataDir, file, header, now: Date.now(), redisPrefix: redis.prefix })
    console.log(
      `${target.place} holds the backup. Start the node of this machine first, with this REDIS_PREFIX: it ends all sessions and tokens, and keeps deliveries from being sent twice. Then start the others.`,
    )
  } finally {
    await target.close()
  }
}
