import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { DocumentId } from '../../../shared/engine/document.ts'
import { unlink } from '../../../shared/features/account/commands.ts'
import * as commands from '../../../shared/features/friends/commands.ts'
import type { FriendLife, Friends } from '../../../shared/features/friends/friends.ts'
import { createPositionsDecoder } from '../../../shared/protocol/positions/positionsDecoder.ts'
import { createMessageReader, createPackPage } from '../../testing/packPage.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'

let world: TestApp
afterEach(() => world.close())

const player = (index: number) => {
  const playing = world.simulator().world.players.filter(({ animal, staysOnline }) => animal && staysOnline)
  return playing[index]?.id ?? ''
}

/** A user with one page that watches what the friends page and the map watch. */
async function openPage(account: string, index: number) {
  const client = await world.visitAs({ account, name: account, steamId: player(index) })
  const ids: DocumentId[] = [`friends/${account}`, `friendLife/${account}`, `friendPositions/${account}`]
  expect(await client.watch(...ids, `ownPositions/${account}`)).toEqual({ refused: [] })
  const decoders = new Map(
    [`friendPositions/${account}`, `ownPositions/${account}`].map((id) => [id, createPositionsDecoder()]),
  )
  let taken = 0
  const placesIn = (stream: string) => {
    for (const { stream: of, frame } of client.frames.slice(taken)) decoders.get(of)?.apply(frame)
    taken = client.frames.length
    const places = new Map<number, string>()
    decoders.get(stream)?.visit((slot, x, y) => places.set(slot, `${x},${y}`))
    return places
  }
  const life = () => client.copies.get(`friendLife/${account}`) as FriendLife | undefined
  return {
    account,
    client,
    life,
    own: () => client.copies.get(`friends/${account}`) as Friends | undefined,
    /** Where the page draws a friend; null where it does not. */
    sees(friend: string) {
      const slot = life()?.seen[friend]?.place?.slot ?? -1
      return placesIn(`friendPositions/${account}`).get(slot) ?? null
    },
    ownPlace: () => placesIn(`ownPositions/${account}`).get(0) ?? null,
    ask: (command: { readonly name: string }, input: object) => client.command(command.name, input),
  }
}
type Page = Awaited<ReturnType<typeof openPage>>

/**
 * Goes through all that one socket received, in its order, and names each position of a user who did not share with this one by what the socket
 * had been sent until then.
 */
function leaks({ account, client }: Page): { readonly found: readonly string[]; readonly places: number } {
  const stream = `friendPositions/${account}` as const
  const page = createPackPage()
  const found: string[] = []
  let places = 0
  for (const message of createMessageReader(client.raw).take()) {
    page.take(message, (what) => found.push(what))
    if (message.kind !== 'frame' || message.stream !== stream) continue
    const own = page.documentOf<Friends>(`friends/${account}`)
    const { seen } = page.documentOf<FriendLife>(`friendLife/${account}`) ?? { seen: {} as FriendLife['seen'] }
    for (const slot of page.drawnIn(stream).keys()) {
      places += 1
      const whose = Object.keys(seen).find((id) => seen[id]?.place?.slot === slot)
      if (whose === undefined) found.push(`slot ${slot} of no friend`)
      else if (own?.friends[whose]?.placeSince == null) found.push(`${whose} does not share`)
    }
  }
  return { found, places }
}

test('[FD60] a friend who shares is drawn where they are; one who stops leaves with the change that says so, and is sent no more', async () => {
  world = await openTestApp({ positionsEveryMs: 300 })
  const [ann, ben] = [await openPage('ann', 0), await openPage('ben', 1)]
  await ann.ask(commands.requestFriend, { to: 'ben' })
  await ben.ask(commands.acceptFriend, { from: 'ann' })
  await ann.client.until(() => ann.life()?.seen.ben?.status === 'in-game')
  expect(ann.life()?.seen.ben?.place).toBeNull()
  for (const page of [ann, ben]) await page.ask(commands.setFriendSettings, { sharesPlace: true })
  await ann.client.until(() => ann.sees('ben') !== null)
  const seen = new Set<string>()
  await expect
    .poll(() => {
      seen.add(ann.sees('ben') ?? '')
      return seen.has(ben.ownPlace() ?? 'none')
    })
    .toBe(true)
  await ben.ask(commands.setFriendSettings, { sharesPlace: false })
  await ann.client.until(() => ann.own()?.friends.ben?.placeSince === null)
  await ann.client.until(() => ann.sees('ben') === null)
  // One write: nothing but the frame without the friend follows the change of the documents.
  const saidAt = ann.client.raw.findLastIndex((message) => String(message).includes('"placeSince"],"value":null'))
  expect(ann.client.raw[saidAt + 1]).toContain('friendPositions/ann')
  const frames = ann.client.frames.length
  await ann.client.until(() => ann.client.frames.length > frames + 3)
  expect([ann.sees('ben'), ann.life()?.seen.ben?.place]).toEqual([null, null])
  expect(leaks(ann)).toMatchObject({ found: [] })
  const said = ann.client.raw.map((message) => Buffer.from(message).toString('latin1')).join('\n')
  expect(said).not.toContain(player(1))
})

test('[FD61] whatever users share, hide, end and link, no socket receives a position of a user who does not share with it', async () => {
  world = await openTestApp({ positionsEveryMs: 100 })
  const pages = [await openPage('ann', 0), await openPage('ben', 1), await openPage('cyd', 2), await openPage('dan', 3)]
  const { requestFriend, removeFriend, blockPlayer, unblockPlayer, setFriendSettings } = commands
  for (const page of pages) await page.ask(setFriendSettings, { sharesPlace: true })
  const who = fc.constantFrom(...pages)
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant('befriend' as const), who, who) },
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom('share', 'hide', 'share'), who, who) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('remove', 'block', 'hideStatus', 'link'), who, who) },
  )
  const befriend = async (one: Page, other: Page) => {
    await one.ask(requestFriend, { to: other.account })
    await other.ask(requestFriend, { to: one.account })
  }
  for (const one of pages) for (const other of pages) if (one.account < other.account) await befriend(one, other)
  for (const [act, one, other] of fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), {
    seed: 11,
    numRuns: 1,
  })[0] ?? []) {
    if (act === 'befriend') await befriend(one, other)
    else if (act === 'share') await one.ask(setFriendSettings, { sharesPlace: true, showsStatus: true })
    else if (act === 'hide') await one.ask(setFriendSettings, { sharesPlace: false })
    else if (act === 'hideStatus') await one.ask(setFriendSettings, { showsStatus: false })
    else if (act === 'remove') await one.ask(removeFriend, { friend: other.account })
    else if (act === 'block') {
      await one.ask(blockPlayer, { player: other.account })
      await one.ask(unblockPlayer, { player: other.account })
    } else await one.ask(unlink, { provider: 'steam' })
    const { frames } = one.client
    const before = frames.length
    await one.client.until(() => frames.length > before)
  }
  for (const page of pages) expect(leaks(page).found, page.account).toEqual([])
  expect(pages.reduce((sum, page) => sum + leaks(page).places, 0)).toBeGreaterThan(100)
})
