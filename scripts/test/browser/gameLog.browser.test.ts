import { expect, onTestFinished, test } from 'vitest'
import type { Player } from '../../../server/game/simulator/world.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import { expectNoAxeFaults, uiTimeoutMs } from './site.ts'
import { isNotCutOff, openStaffSite } from './staff.ts'

const { site, openAs } = openStaffSite()

const gameLog = () => {
  const { gameLog: log } = site.world.simulator()
  if (!log) throw new Error('The simulator writes no log.')
  return log
}

/** Players of the simulated game whom the hub has in the game, with an animal and a name of letters. */
async function playing(least: number): Promise<readonly Player[]> {
  const found = () => {
    const known = site.world.hub().hub.read(present, 'main').players
    return site.world
      .simulator()
      .world.online()
      .filter(({ id, name, animal }) => animal && Object.hasOwn(known, id) && /^[a-z]{5,16}$/i.test(name))
  }
  await expect.poll(() => found().length, { timeout: uiTimeoutMs }).toBeGreaterThanOrEqual(least)
  return found()
}

test('[GV90] [CN70] what happens in the game arrives in the game log: a kill with its place, a message, and the way to the player; its connection works', async () => {
  const [killer, victim, talker] = await playing(3)
  if (!killer || !victim || !talker) throw new Error('nobody plays')
  const page = await openAs({ role: 'owner', path: '/game-log?tab=chat' })
  // A table with rows stays as it is until the reader asks, and others talk as well.
  const showNew = page.getByRole('button', { name: /^Show \d+\+? new$/ })
  for (const text of ['the first message of this test', 'the second message of this test']) {
    gameLog().say(talker, text)
    const row = page.getByRole('row').filter({ hasText: text })
    const shown = async () => {
      if ((await row.count()) > 0) return true
      if ((await showNew.count()) > 0) await showNew.click()
      return false
    }
    await expect.poll(shown, { timeout: uiTimeoutMs }).toBe(true)
  }
  await expectNoAxeFaults(page)

  await page.getByRole('tab', { name: 'Kills' }).click()
  site.world.simulator().world.onEvent({ kind: 'death', player: victim, killer })
  const search = page.getByRole('searchbox', { name: 'Search game log' })
  await search.fill(victim.id)
  const row = page.getByRole('row').filter({ hasText: killer.name }).filter({ hasText: victim.name })
  await row.getByText(/^[A-H][1-8], /).waitFor()
  // The row came by itself, and the search may still be under way: the table is pale until it is done.
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  expect(await isNotCutOff(page)).toBe(true)
  await expectNoAxeFaults(page)
  await row.getByRole('button', { name: victim.name }).click()
  const part = page.getByRole('dialog', { name: victim.name }).getByRole('region', { name: 'In the game' })
  await part.getByText(`Killed by ${killer.name}`).waitFor()
  await expectNoAxeFaults(page)

  // What the owner's page says of the log that all of this came from.
  await page.goto(`${site.world.address()}/connections`)
  const log = page.getByRole('region', { name: 'Game log' })
  await log.getByText('Works', { exact: true }).waitFor()
  await log.getByText(/^OK: Its last lines have chat/).waitFor()
  await expectNoAxeFaults(page)
})

test('[GV91] a user without a browser sign-in to Steam links their player by a code in the chat', async () => {
  const context = await site.browser.newContext()
  onTestFinished(() => context.close())
  context.setDefaultTimeout(uiTimeoutMs)
  const address = site.world.address()
  const data = { role: 'player', provider: 'discord' }
  expect((await context.request.post(`${address}/auth/demo`, { data, headers: { origin: address } })).ok()).toBe(true)
  const page = await context.newPage()
  await page.goto(`${address}/auth`)
  const part = page.getByRole('region', { name: 'Link in the game' })
  await part.getByRole('button', { name: 'Make a code' }).click()
  const text = await part.locator('code').textContent()
  expect(text).toMatch(/^!link [A-Z2-9]{6}$/)
  await part.getByRole('timer').waitFor()
  await expectNoAxeFaults(page)
  const others = (await playing(4)).filter(({ id }) => !id.startsWith('76561198000000'))
  const player = others.at(-1)
  if (!player) throw new Error('nobody plays')
  gameLog().say(player, text ?? '')
  await part.getByText(`Linked to ${player.name}.`).waitFor()
  await expect.poll(() => page.getByTestId('link-state').textContent()).toBe('fully-connected')
})
