import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '../../server/config.ts'
import { DamagedStore, StoreInUse } from '../../server/engine/storage.ts'
import { BadExport } from '../../server/storage/transfer/badExport.ts'
import { NoStore, SourceMoved } from '../../server/storage/transfer/transferSource.ts'
import { PlaceTaken } from '../../server/storage/transfer/transferTarget.ts'
import { FileTaken } from '../../server/storage/transfer/writeExport.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

/** What an owner can mend is told in one sentence and without a stack. */
const forOwners = [ConfigError, DamagedStore, StoreInUse, BadExport, NoStore, SourceMoved, PlaceTaken, FileTaken]

export class Usage extends Error {}

/** The file that is named as the only argument. @throws Usage */
export const fileArgument = (verb: string, args: readonly string[]) => {
  const [file, ...rest] = args
  if (file === undefined || file.startsWith('-') || rest.length > 0)
    throw new Usage(
      `npm run ${verb} -- FILE\nThe store is the one that a hub with this environment opens: ${storeVariables}, from the environment or .env.`,
    )
  return resolve(file)
}
const storeVariables = 'DATA_DIR, or REDIS_URL where that is set'

/** Runs with the configuration that a hub started here would have, and ends the process with 1 when it fails. */
export const runTransfer = async (run: (config: () => Config) => Promise<void>) => {
  try {
    const settings = join(repositoryRoot, '.env')
    // What the environment says already counts more than the file.
    if (existsSync(settings)) process.loadEnvFile(settings)
    await run(readConfig)
  } catch (error) {
    const isMendable = error instanceof Usage || forOwners.some((kind) => error instanceof kind) || isOfRedis(error)
    console.error(isMendable || hasCode(error) ? (error as Error).message : error)
    process.exitCode = 1
  }
}

/** The adapter says itself what is wrong with a Redis that cannot be used. */
const isOfRedis = (error: unknown) => error instanceof Error && error.message.startsWith('The Redis at ')

/** Of the system, as a disk that is full: its message says what it is about. */
const hasCode = (error: unknown) => error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Prints at most so often, as long as something goes on. */
export const createTelling = (everyMs = 2_000) => {
  let next = performance.now() + everyMs
  return (words: () => string) => {
    if (performance.now() < next) return
    next = performance.now() + everyMs
    console.log(words())
  }
}
