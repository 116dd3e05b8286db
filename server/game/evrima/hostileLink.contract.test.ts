import { expect, onTestFinished, test } from 'vitest'
import { type GameAnimal, LinkError, type ListedPlayer } from '../link.ts'
import { forgedId, type ModeName, modeNames, serveHostile } from '../testing/hostileGame.ts'
import { createHostileGame, startHostileServer } from '../testing/hostileServer.ts'
import { createManualClock, type ManualClock } from '../testing/manualClock.ts'
import type { OpenSocket } from './channel.ts'
import { createEvrimaLink } from './evrimaLink.ts'

const password = 'rcon-s3cret'
const game = createHostileGame(20)
const crowd = createHostileGame(1_500)
const minute = 60_000
const hour = 60 * minute

/** A link to a server with modes, on a clock that only the test moves. */
function connect(first: ModeName) {
  const clock = createManualClock()
  let mode = first
  let opened = 0
  const open: OpenSocket = (listener) => {
    opened++
    let isOpen = true
    const later = (act: () => void) => void clock.after(0, () => isOpen && act())
    const wire = {
      // At once, as bytes that are already in the socket.
      send(bytes: Buffer) {
        if (isOpen) listener.received(bytes)
      },
      close: () =>
        later(() => {
          isOpen = false
          listener.lost('the game server closed the connection')
        }),
    }
    let take = (_bytes: Buffer) => {}
    later(() => {
      listener.opened()
      take = serveHostile({ game, crowd, password, clock, mode: () => mode }, wire)
    })
    return {
      send: (bytes) => later(() => take(bytes)),
      close: () => {
        isOpen = false
      },
    }
  }
  const link = createEvrimaLink({ host: 'game', port: 1, password, clock, open, random: () => 0 })
  onTestFinished(() => link.close())
  const become = (next: ModeName) => {
    mode = next
  }
  return { clock, link, become, opened: () => opened }
}
type Connected = ReturnType<typeof connect>

/** The outcome of a request; everything but a value and a LinkError fails the test. */
async function settle<T>(clock: ManualClock, asked: Promise<T>): Promise<T | LinkError> {
  let outcome: { readonly value: T | LinkError } | null = null
  const settled = (value: T | LinkError) => {
    outcome = { value }
  }
  asked.then(settled, settled)
  // Longer than every limit of a reply together.
  for (let second = 0; outcome === null && second < 300; second++) await clock.advance(1_000)
  const { value } = outcome ?? expect.fail('a request has no outcome')
  if ((value as unknown) instanceof Error) expect(value).toBeInstanceOf(LinkError)
  return value
}

const control = /\p{Cc}/u
const fits = (text: string | null, most: number) => text === null || ([...text].length <= most && !control.test(text))

const honestIds = new Set([...game.world.players, ...crowd.world.players].map(({ id }) => id))

const isHonestPlayer = ({ id, name }: ListedPlayer) => honestIds.has(id) && fits(name, 64)

const isHonestAnimal = ({ id, name, species, mutations, location, growth, health, thirst }: GameAnimal) =>
  honestIds.has(id) &&
  id !== forgedId &&
  fits(name, 64) &&
  fits(species, 40) &&
  mutations.every((mutation) => fits(mutation, 60)) &&
  Object.values(location ?? {}).every((value) => Math.abs(value) <= 1e8) &&
  [growth, health, thirst].every(Number.isFinite)

/** Asks everything as the hub does, and checks that nothing was invented. Returns how many replies were legible. */
async function readOnce({ clock, link }: Connected): Promise<number> {
  const players = await settle(clock, link.players())
  const animals = await settle(clock, link.animals())
  const details = await settle(clock, link.details())
  // One assertion for all rows: an hour has hundreds of thousands of them.
  if (!(players instanceof LinkError)) expect(players.filter((one) => !isHonestPlayer(one))).toEqual([])
  if (!(animals instanceof LinkError)) expect(animals.filter((one) => !isHonestAnimal(one))).toEqual([])
  if (!(details instanceof LinkError)) {
    expect(details.name).toSatisfy((name: string | null) => fits(name, 200))
    expect([null, 'Gateway']).toContain(details.map)
    expect([null, 20, 1_500]).toContain(details.currentPlayers)
    expect([null, 300]).toContain(details.maxPlayers)
  }
  return [players, animals, details].filter((value) => !(value instanceof LinkError)).length
}

/** Modes whose replies an honest reader reads completely. */
const legible = new Set<ModeName>([
  ...(['normal', 'nul', 'nulInside', 'newline', 'duplicates', 'twins', 'nan', 'absurd', 'crowd', 'byByte'] as const),
  ...(['unsolicited', 'longTexts', 'manyKeys', 'brackets', 'injection', 'twice'] as const),
])
/** Modes in which the connection itself is the fault. */
const broken = new Set<ModeName>([
  ...(['mute', 'closesAtOnce', 'closesAtLogin', 'refuses', 'closes', 'closesAfter', 'closesHalfway'] as const),
  ...(['http', 'endless'] as const),
])

test.each(modeNames)(
  '[GH12] an hour of a server in the mode "%s": at most ten connections, nothing invented, then a full recovery',
  async (mode) => {
    const connected = connect(mode)
    const { clock, link, become, opened } = connected
    await clock.advance(1_000)
    let read = 0
    let rounds = 0
    for (; clock.now() < hour; rounds++) {
      read += await readOnce(connected)
      await clock.advance(mode === 'crowd' ? 10 * minute : 20_000)
    }
    expect(opened()).toBeLessThanOrEqual(10)
    if (!broken.has(mode)) expect(opened()).toBeLessThanOrEqual(4)
    if (legible.has(mode)) expect(read).toBe(3 * rounds)
    if (!broken.has(mode)) expect(link.state().name).toBe('up')
    if (read === 0) {
      expect(link.counters().legibleAt).toBeNull()
      expect(link.state().why).not.toBeNull()
    }
    const { unknownKeys, garbage } = link.counters()
    expect(Math.max(Object.keys(unknownKeys).length, Object.keys(garbage).length)).toBeLessThanOrEqual(100)

    become('normal')
    for (let waited = 0; waited < 15 && link.state().name !== 'up'; waited++) await clock.advance(minute)
    await readOnce(connected)
    expect(await readOnce(connected)).toBe(3)
    expect(link.state()).toMatchObject({ name: 'up', why: null })
    const known = await settle(clock, link.players())
    expect(known instanceof LinkError ? known : known.map(({ id }) => id)).toEqual(
      game.world.online().map(({ id }) => id),
    )
  },
)

test.each(modeNames)(
  '[GH13] a command to a server in the mode "%s" is answered truly or fails with a sentence',
  async (mode) => {
    const connected = connect('normal')
    const { clock, link, become } = connected
    await clock.advance(1_000)
    await readOnce(connected)
    become(mode)
    const asked = link.actions.perform({ kind: 'save', target: null, detail: {} }).then(
      ({ state }) => state,
      (error: Error & { code: string }) => `${error.name} ${error.code}: ${error.message}`,
    )
    const outcome = await settle(clock, asked)
    expect(outcome).toMatch(/^confirmed$|^ActionError (?:lost|notSent): \S.{10,}/)
  },
)

test('[GH14] over real sockets: each mode in turn, and the same link reads everything in the end', async () => {
  const server = await startHostileServer({ port: 0, password, mode: 'normal' })
  const link = createEvrimaLink({
    host: '127.0.0.1',
    port: server.port,
    password,
    timings: {
      firstByteMs: 200,
      silentMs: 100,
      quietMs: 40,
      unfinishedMs: 120,
      wholeReplyMs: 1_000,
      floodMs: 2_000,
      firstRetryMs: 5,
      maxRetryMs: 20,
      refusedRetryMs: 20,
      faultRetriesMs: [20],
    },
  })
  onTestFinished(async () => {
    await link.close()
    await server.close()
  })
  for (const mode of modeNames) {
    server.become(mode)
    await Promise.allSettled([link.players(), link.animals(), link.details()])
  }
  server.become('normal')
  const readAll = () => Promise.all([link.players(), link.animals(), link.details()]).catch(() => null)
  await expect
    .poll(readAll)
    .toEqual([
      expect.objectContaining({ length: 20 }),
      expect.anything(),
      expect.objectContaining({ currentPlayers: 20 }),
    ])
})
