import { join, resolve } from 'node:path'
import { ConfigError } from '../../server/config/configError.ts'
import { loadEnvFile } from '../../server/config/envFile.ts'
import { type Config, readConfig } from '../../server/config.ts'
import { makeFolder } from '../../server/engine/makeFolder.ts'
import { DamagedStore, StoreInUse } from '../../server/engine/storage.ts'
import { unusableOf, wordsOf } from '../../server/engine/unusablePlace.ts'
import { RestoreWaits } from '../../server/storage/backups/restore.ts'
import { openRedisSource } from '../../server/storage/redis/transferSource.ts'
import { openRedisTarget } from '../../server/storage/redis/transferTarget.ts'
import { openSqliteSource } from '../../server/storage/sqlite/transferSource.ts'
import { openSqliteTarget } from '../../server/storage/sqlite/transferTarget.ts'
import { BadExport } from '../../server/storage/transfer/readExport.ts'
import {
  NoStore,
  PlaceTaken,
  SourceMoved,
  type TransferSource,
  type TransferTarget,
} from '../../server/storage/transfer/transferPort.ts'
import { FileTaken, NoFolder } from '../../server/storage/transfer/writeExport.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

/** Errors that the owner can fix are printed in one sentence, without a stack. */
const forOwners = [
  RestoreWaits,
  ConfigError,
  DamagedStore,
  StoreInUse,
  BadExport,
  NoStore,
  SourceMoved,
  PlaceTaken,
  FileTaken,
  NoFolder,
]

class Usage extends Error {}

/** The only argument, a file. @throws Usage */
export const fileArgument = (verb: string, args: readonly string[]) => {
  const usage = `npm run ${verb} -- FILE\nThe store is the one that a hub with this environment opens: ${storeVariables}, from the environment or .env.`
  const [file, ...rest] = args
  const flag = args.find((one) => one.startsWith('-'))
  if (file === undefined || flag === '--help') throw new Usage(usage)
  if (flag !== undefined) throw new Usage(`There is no option ${flag}.\n${usage}`)
  if (rest.length > 0)
    throw new Usage(`Name one file, not ${args.length}. A path with spaces belongs in quotes.\n${usage}`)
  return resolve(file)
}
const storeVariables = 'DATA_DIR, or REDIS_URL where that is set'

/** Runs with the configuration of a hub started here, and exits with 1 on failure. */
export const runTransfer = async (run: (config: () => Config) => Promise<void>) => {
  let config: Config | null = null
  try {
    // The environment takes precedence over the file.
    loadEnvFile(join(repositoryRoot, '.env'))
    await run(() => (config ??= readConfig()))
  } catch (error) {
    console.error(shownOf(error, config))
    process.exitCode = 1
  }
}

/** A sentence for the owner; an error that is none of theirs as it is. */
function shownOf(error: unknown, config: Config | null) {
  const isMendable = error instanceof Usage || forOwners.some((kind) => error instanceof kind) || isOfRedis(error)
  if (isMendable) return (error as Error).message
  if (!hasCode(error)) return error
  const path = config?.dataDir
  const naming = { named: `DATA_DIR is ${path}`, path, instead: 'set DATA_DIR to another folder' }
  const { path: failed } = error as NodeJS.ErrnoException
  const told = path !== undefined && failed !== undefined ? unusableOf(error, { ...naming, path }) : error
  return wordsOf(told, 'name another place')
}

/** The adapter explains why a Redis cannot be used. */
const isOfRedis = (error: unknown) =>
  error instanceof Error && /^(The Redis|No Redis is listening) at /.test(error.message)

/** An error of the system, such as a full disk, with a message that explains it. */
const hasCode = (error: unknown) => error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Prints progress at a limited rate. */
export const createProgressReport = (everyMs = 2_000) => {
  let next = performance.now() + everyMs
  return (message: () => string) => {
    if (performance.now() < next) return
    next = performance.now() + everyMs
    console.log(message())
  }
}

/** The store that a hub with this configuration would open. */
export const openSource = ({ redis, dataDir }: Config): Promise<TransferSource> =>
  redis ? openRedisSource(redis) : openSqliteSource(dataDir)
export const openTarget = async ({ redis, dataDir }: Config): Promise<TransferTarget> => {
  if (!redis) return openSqliteTarget(dataDir)
  // The maps of pins are files there with Redis as well.
  makeFolder(dataDir)
  return openRedisTarget(redis)
}
