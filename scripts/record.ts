// npm run record: records the messages on a hub's socket, for testers to share and for tests to replay.
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { checkMayWrite, wordsOf } from '../server/engine/unusablePlace.ts'
import { writeFixture } from '../shared/features/fixtures/parseFixture.ts'
import { demoCookie } from './fixture/demoCookie.ts'
import { readWatchedKinds } from './fixture/readVocabulary.ts'
import { recordLive, recordTap } from './fixture/recording.ts'
import { checkWatched, type RecordOptions, recordOptions, recordUsage } from './fixture/recordOptions.ts'
import { recordScenario } from './fixture/scenario.ts'
import { scenarios } from './fixture/scenarios.ts'

const instead = 'name another file with --out'

async function main() {
  const options = recordOptions(process.argv.slice(2))
  if (!options) return console.log(recordUsage)
  const { source } = options
  if (source.kind === 'client' && source.watch) checkWatched(source.watch, await readWatchedKinds())
  checkMayWrite(options.out, instead)
  const count = await record(options)
  console.log(`${count} messages written to ${options.out}.${options.keepsNames ? ' Names were kept.' : ''}`)
}

async function record({ out, source: from, keepsNames, seconds }: RecordOptions): Promise<number> {
  if (from.kind === 'scenario') {
    const scenario = scenarios[from.name]
    if (!scenario) throw new Error(`There is no scenario ${from.name}.`)
    const fixture = await recordScenario(scenario)
    writeFileSync(out, writeFixture(fixture))
    return fixture.messages.length
  }
  const stop = stopSignal(seconds)
  let file: number | null = null
  // A recording that was there is not lost to a hub that does not answer.
  const write = (line: string) => {
    file ??= openSync(out, 'w')
    writeSync(file, line)
  }
  try {
    if (from.kind === 'client') {
      const warn = (line: string) => console.error(line)
      console.log(`Recording ${from.url} as ${from.as ?? 'a guest'}. Ctrl+C ends it.`)
      return await recordLive({ ...from, keepsNames, stop, warn, write: (line) => write(`${JSON.stringify(line)}\n`) })
    }
    const cookie = process.env.WATERHOLE_COOKIE ?? (await demoCookie(from.url, 'owner', 1))
    console.log(`Tapping ${from.url}. Ctrl+C ends it.`)
    return await recordTap({ url: from.url, cookie, keepsNames, stop, write })
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Resolves on Ctrl+C or after the given time. */
function stopSignal(seconds: number | null): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  if (seconds !== null) setTimeout(() => stop.abort(), seconds * 1_000).unref()
  return stop.signal
}

main().catch((error: unknown) => {
  console.error(wordsOf(error, instead))
  process.exitCode = 1
})
