import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endlessFixture } from '../../scripts/fixture/testing/endlessFixture.ts'
import { createTestClock } from '../testing/clock.ts'
import { openTestApp } from '../testing/testApp.ts'
import { createFixtureRun } from './fixtures.ts'

const own = (name: string) => join(import.meta.dirname, '../../scripts/fixtures', `${name}.jsonl`)

function newPlace() {
  const place = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const endless = join(place, 'endless.jsonl')
  writeFileSync(endless, endlessFixture())
  return { folder: join(place, 'fixture-run'), endless }
}

const startedIn = (folder: string) => expect.poll(() => existsSync(folder) && readdirSync(folder).length).toBe(1)

test('[FX53] a run leaves no files behind, whether it ends or times out', async () => {
  const { folder, endless } = newPlace()
  // Left behind by a hub that was killed.
  mkdirSync(join(folder, 'waterhole-fixture-old'), { recursive: true })
  const clock = createTestClock()
  const { run } = createFixtureRun({ folder, clock })
  expect(await run(own('refused-command'))).toMatchObject({ equal: true, difference: null })
  expect(existsSync(folder)).toBe(false)
  const ended = expect(run(endless)).rejects.toThrow('it took longer than 90 s')
  await startedIn(folder)
  clock.pass(90_000)
  await ended
  expect(existsSync(folder)).toBe(false)
})

test('[FX54] closing the hub ends the run that is under way, and no other begins', async () => {
  const { folder, endless } = newPlace()
  const { run, close } = createFixtureRun({ folder })
  const ended = expect(run(endless)).rejects.toThrow('the hub is closing')
  await startedIn(folder)
  await close()
  expect(existsSync(folder)).toBe(false)
  await ended
  await expect(run(endless)).rejects.toThrow('the hub is closing')
})

test('[FX2710] a run whose fixture another tester has removed says so, and other reasons end with one full stop', async () => {
  const { folder, endless } = newPlace()
  const { run } = createFixtureRun({ folder })
  writeFileSync(endless, 'not a fixture')
  await expect(run(endless)).rejects.toThrow(/^The fixture could not be played: .*[^.]\.$/)
  rmSync(endless)
  await expect(run(endless)).rejects.toMatchObject({ code: 'unknown', message: expect.not.stringContaining(endless) })
})

test('[FX55] a client that waits for a run gets an answer when the hub closes', async () => {
  const app = await openTestApp()
  const folder = join(app.config.dataDir, 'fixture-run')
  const headers = { origin: app.address() }
  const address = `${app.address()}/api/fixtures`
  await fetch(`${address}?name=endless`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: endlessFixture(),
  })
  const asked = fetch(`${address}/uploaded/endless/run`, { method: 'POST', headers })
  await startedIn(folder)
  await app.close()
  expect((await asked).status).toBe(500)
  expect(await (await asked).json()).toMatchObject({ code: 'broke', error: expect.stringContaining('closing') })
  expect(existsSync(folder)).toBe(false)
})
