// npm run replay: plays a fixture against a hub to compare its answers, or serves it to a browser instead of a hub.
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { unusableOf } from '../server/engine/unusablePlace.ts'
import type { FixtureRun } from '../shared/features/fixtures/fixture.ts'
import { parseFixture } from '../shared/features/fixtures/parseFixture.ts'
import { formatDifference, formatMessage } from './fixture/differences.ts'
import { replayToAddress, replayToHub } from './fixture/replayFixture.ts'
import { type ReplayOptions, replayOptions, replayUsage } from './fixture/replayOptions.ts'
import { serveFixture } from './fixture/serveFixture.ts'
import { startWatchdog } from './fixture/watchdog.ts'

async function main() {
  const options = replayOptions(process.argv.slice(2))
  if (!options) return console.log(replayUsage)
  if (options.leash !== null) await startWatchdog(options.leash, (reason) => console.error(reason))
  const fixture = parseFixture(readFixture(options.file))
  if (options.target.kind === 'serve') return serve(options, options.target, fixture)
  const startedAt = performance.now()
  const { target } = options
  const { messages, difference } =
    target.kind === 'hub' ? await replayToHub(fixture) : await replayToAddress(fixture, target.url)
  const run: FixtureRun = {
    equal: difference === null,
    messages: messages.length,
    ms: Math.round(performance.now() - startedAt),
    difference: difference && { ...difference, before: [...difference.before] },
  }
  if (options.json) console.log(JSON.stringify(run))
  else if (difference) console.log(formatDifference(difference))
  else console.log(`${basename(options.file)}: equal, ${run.messages} messages in ${(run.ms / 1_000).toFixed(1)} s.`)
  process.exitCode = difference ? 1 : 0
}

function readFixture(file: string): string {
  const path = resolve(file)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw unusableOf(error, { path, instead: 'name a file that npm run record has written' })
  }
}

type Serving = Extract<ReplayOptions['target'], { kind: 'serve' }>

async function serve({ file }: ReplayOptions, target: Serving, fixture: ReturnType<typeof parseFixture>) {
  const serving = await serveFixture({
    ...target,
    fixture,
    name: basename(file, '.jsonl'),
    played: (message) => console.log(formatMessage(message)),
    ended: () => console.log('The recording has ended. The page stays as it is. Ctrl+C ends it.'),
  })
  console.log(
    `Open ${serving.address}. ${target.step ? 'Enter plays the next message.' : `Playback starts once a page is open, at ${target.speed} times the speed.`}`,
  )
  const lines = target.step ? createInterface({ input: process.stdin }).on('line', () => serving.step()) : null
  const close = () => {
    lines?.close()
    void serving.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 2
})
