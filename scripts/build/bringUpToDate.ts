import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordsOf } from '../../server/engine/unusablePlace.ts'
import type { Ended } from '../runCommand.ts'
import { filesUnder, fingerprintOf } from './fingerprint.ts'

/** A product that is built from source files when they have changed. Paths are relative to the repository's root. */
export type Build = {
  readonly name: string
  /** Printed while it runs: "Drawing the island". */
  readonly doing: string
  /** Approximate duration, printed as well. */
  readonly aboutSeconds: number
  readonly inputs: (root: string) => readonly string[]
  /** The folder that it makes, and a file in it that must exist. */
  readonly output: { readonly folder: string; readonly mainFile: string }
  /** Arguments of Node. */
  readonly args: readonly string[]
}

export class BuildFailed extends Error {}

/** Ends the program with the build's output, or with the file that cannot be written. Other errors are thrown again. */
export function reportBuildFailure(error: unknown): never {
  const isOfFile = typeof (error as NodeJS.ErrnoException | null)?.path === 'string'
  if (!(error instanceof BuildFailed) && !isOfFile) throw error
  console.error(wordsOf(error, 'run this as the user who owns the checkout'))
  process.exit(1)
}

type Surroundings = {
  readonly root: string
  readonly print: (line: string) => void
  readonly run: (args: readonly string[]) => Promise<Ended>
}

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A fingerprint of inputs and product, so that a missing or changed product is built again as well as an outdated one. */
const stampText = (root: string, inputs: string, build: Build): string =>
  `${inputs}\n${fingerprintOf(root, filesUnder(root, build.output.folder))}\n`

function checkProduct(root: string, { doing, output }: Build, ended: Ended): void {
  if (ended.exitCode !== 0) throw new BuildFailed(`${doing} failed:\n\n${ended.talk.trim()}`)
  const mainFile = `${output.folder}/${output.mainFile}`
  if (filesUnder(root, output.folder).includes(mainFile)) return
  throw new BuildFailed(`${doing} ended without an error but made no ${mainFile}:\n\n${ended.talk.trim()}`)
}

/** Runs the build if its inputs or its product have changed. @throws BuildFailed with the output */
export async function bringUpToDate(build: Build, { root, print, run }: Surroundings): Promise<'fresh' | 'made'> {
  const stampFile = join(root, 'build', 'stamps', build.name)
  const inputs = fingerprintOf(root, [...build.inputs(root)])
  if (readStamp(stampFile) === stampText(root, inputs, build)) return 'fresh'
  rmSync(stampFile, { force: true })
  print(`${build.doing} (about ${build.aboutSeconds} s) …`)
  const startedAt = Date.now()
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0)
  const progress = setInterval(() => print(`  still running, ${seconds()} s`), 10_000)
  const ended = await run(build.args).finally(() => clearInterval(progress))
  checkProduct(root, build, ended)
  mkdirSync(join(root, 'build', 'stamps'), { recursive: true })
  // Of the inputs before the build: a file saved meanwhile triggers the next one.
  writeFileSync(stampFile, stampText(root, inputs, build))
  print(`${build.doing}: done in ${seconds()} s.`)
  return 'made'
}
