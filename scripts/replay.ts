// npm run replay: plays a fixture against a hub to compare its answers, or serves it to a browser instead of a hub.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { FixtureRun } from '../shared/features/fixtures/fixtureEntry.ts'
import { parseFixture } from '../shared/features/fixtures/parseFixture.ts'
import { differenceWords, messageWords } from './fixture/compare/differenceWords.ts'
import { holdLeash } from './fixture/leash/holdLeash.ts'
import { type ReplayWish, replayArguments, replayUsage } from './fixture/replayArguments.ts'
import { replayToAddress } from './fixture/replayToAddress.ts'
import { replayToHub } from './fixture/replayToHub.ts'
import { serveFixture } from './fixture/serve/serveFixture.ts'

async function main() {
  const wish = replayArguments(process.argv.slice(2))
  if (!wish) return console.log(replayUsage)
  if (wish.leash !== null) await holdLeash(wish.leash, (reason) => console.error(reason))
  const fixture = parseFixture(readFileSync(wish.file, 'utf8'))
  if (wish.how.kind === 'serve') return serve(wish, wish.how, fixture)
  const begunAt = performance.now()
  const { how } = wish
  const { messages, difference } =
    how.kind === 'hub' ? await replayToHub(fixture) : await replayToAddress(fixture, how.url)
  const run: FixtureRun = {
    equal: difference === null,
    messages: messages.length,
    ms: Math.round(performance.now() - begunAt),
    difference: difference && { ...difference, before: [...difference.before] },
  }
  if (wish.json) console.log(JSON.stringify(run))
  else if (difference) console.log(differenceWords(difference))
  else console.log(`${basename(wish.file)}: equal, ${run.messages} messages in ${(run.ms / 1_000).toFixed(1)} s.`)
  process.exitCode = difference ? 1 : 0
}

type Serving = Extract<ReplayWish['how'], { kind: 'serve' }>

async function serve({ file }: ReplayWish, how: Serving, fixture: ReturnType<typeof parseFixture>) {
  const serving = await serveFixture({
    ...how,
    fixture,
    name: basename(file, '.jsonl'),
    played: (message) => console.log(messageWords(message)),
    ended: () => console.log('The recording is over; the page stays as it is. Ctrl+C ends it.'),
  })
  console.log(
    `Open ${serving.address}. ${how.step ? 'Enter plays the next message.' : `It plays ${how.speed} times as fast, from when a page is open.`}`,
  )
  const lines = how.step ? createInterface({ input: process.stdin }).on('line', () => serving.step()) : null
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
