import { pack } from '../../shared/features/packs/pack.ts'
import { createRandom, type Random } from '../game/simulator/random.ts'
import type { PackDevice } from './packChecks.ts'
import { membersOf, type PackEvent } from './packState.ts'
import { ofPack, type PackTraffic } from './packTraffic.ts'

/** A command that a player might send now. */
interface Intent {
  readonly name: string
  readonly input: PackEvent['input'] & Record<string, unknown>
}
type Weighted<T> = readonly (readonly [weight: number, choice: T])[]

function weighted<T>(random: Random, choices: Weighted<T>): T | undefined {
  let left = random() * choices.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, choice] of choices) {
    left -= weight
    if (left < 0) return choice
  }
  return undefined
}

/** Random steps of random players, invalid ones included. */
export function createPackSteps(traffic: PackTraffic, seed: number) {
  const random = createRandom(seed)
  const players = playersOf(traffic, random)
  const send = sending(traffic)
  const intend = intentions(players)
  const intents = (count: number) =>
    Array.from({ length: count }, () => {
      const device = players.oneOf(players.connected())
      const intent = device && weighted(random, intend)?.(device)
      return device && intent ? [{ device, ...intent }] : []
    }).flat()
  const steps: Weighted<() => Promise<unknown>> = [
    [10, () => send(intents(1))],
    [5, () => send(intents(4))],
    ...otherSteps(traffic, players, send),
    [2, () => traffic.readings(1)],
  ]
  /** Pages whose user is in a pack watch it. */
  const followPacks = async () => {
    for (const device of players.connected()) {
      const key = traffic.now().packOf.get(device.account)
      if (key !== undefined && !device.page.documentOf(`pack/${key}`)) await traffic.watch(device, ofPack(key))
    }
  }
  return async () => {
    await weighted(random, steps)?.()
    await traffic.check()
    await followPacks()
  }
}

type Players = ReturnType<typeof playersOf>

function playersOf({ devices, now, world }: PackTraffic, random: Random) {
  const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)]
  const isSignedIn = ({ index }: PackDevice) => !now().signedOut.has(index)
  return {
    oneOf,
    number: () => Math.floor(random() * 1_000),
    connected: () => devices.filter((device) => device.isConnected && isSignedIn(device)),
    away: () => devices.filter((device) => !device.isConnected && isSignedIn(device)),
    packs: () => [...new Set(now().packOf.values())],
    /** A random member: commands of the leader are also sent by others. */
    mate: ({ account }: PackDevice) => oneOf(membersOf(now(), now().packOf.get(account) ?? '')) ?? account,
    codeOf: (key: string | undefined) => world.hub().hub.read(pack, key ?? '').code,
  }
}

const intentions = (players: Players): Weighted<(device: PackDevice) => Intent> => [
  [2, () => ({ name: 'packs.create', input: { name: `Pack ${players.number()}` } })],
  [9, () => ({ name: 'packs.join', input: { code: players.codeOf(players.oneOf(players.packs())) } })],
  [2, () => ({ name: 'packs.leave', input: {} })],
  [5, (device) => ({ name: 'packs.removeMember', input: { member: players.mate(device) } })],
  [3, (device) => ({ name: 'packs.handOver', input: { member: players.mate(device) } })],
  [1, () => ({ name: 'packs.disband', input: {} })],
  [2, () => ({ name: 'packs.renewCode', input: {} })],
  [7, () => ({ name: 'packs.setSharing', input: { shares: false } })],
  [8, () => ({ name: 'packs.setSharing', input: { shares: true } })],
  [2, () => ({ name: 'packs.pingPlace', input: { x: 100, y: 200 } })],
]

type SentCommand = Intent & { readonly device: PackDevice }

/** Sends commands concurrently; their effects are applied in the order of the journal. */
const sending =
  ({ record }: PackTraffic) =>
  async (wanted: readonly SentCommand[]) => {
    const asked = wanted.map(async ({ device, name, input }) => {
      const answer = await device.visitor.command(name, input)
      const { pack: key } = (answer.ok ? answer.output : {}) as { pack?: string }
      const event: PackEvent = { name, by: device.account, input, ...(key !== undefined && { pack: key }) }
      return answer.ok ? [{ seq: answer.seq, event }] : []
    })
    const accepted = (await Promise.all(asked)).flat()
    for (const { event } of accepted.sort((a, b) => a.seq - b.seq)) record(event)
  }

/** Steps other than commands. */
function otherSteps(
  traffic: PackTraffic,
  players: Players,
  send: ReturnType<typeof sending>,
): Weighted<() => Promise<unknown>> {
  const drop = async () => {
    const device = players.oneOf(players.connected())
    if (device && players.connected().length > 10) await traffic.disconnect(device)
  }
  const comeBack = async () => {
    const device = players.oneOf(players.away())
    if (device) await traffic.reconnect(device)
  }
  const signOut = async () => {
    const device = players.oneOf(players.connected())
    if (!device) return
    await traffic.signOut(device)
    await traffic.open(device.account)
  }
  return [
    [2, drop],
    [4, comeBack],
    [0.4, signOut],
    [1, () => watchForeign(traffic, players)],
    [0.5, () => relink(traffic, players)],
    [1.5, () => hideAndJoin(traffic, players, send)],
  ]
}

/** A player watches documents of others by their ids. */
async function watchForeign(traffic: PackTraffic, players: Players) {
  const device = players.oneOf(traffic.devices.filter(({ isConnected }) => isConnected))
  const other = players.oneOf(traffic.devices)?.account
  if (!device || other === device.account) return
  const key = players.oneOf(players.packs().filter((foreign) => foreign !== traffic.now().packOf.get(device.account)))
  if (key) await traffic.watch(device, [...ofPack(key), `ownPositions/${other}`, `vitals/${other}`])
}

/** Two accounts exchange their linked players. */
async function relink({ now, link }: PackTraffic, players: Players) {
  const [one, other] = [players.oneOf(players.connected())?.account, players.oneOf(players.connected())?.account]
  if (!one || !other || one === other) return
  const [first = null, second = null] = [one, other].map((account) => now().steamOf.get(account))
  await link(one, null)
  await link(other, first)
  await link(one, second)
}

/** A member hiding or leaves, and a page of the pack begins to watch before the next reading. */
async function hideAndJoin(traffic: PackTraffic, players: Players, send: ReturnType<typeof sending>) {
  const { packOf, sharing } = traffic.now()
  const hiding = players.oneOf(players.connected().filter(({ account }) => sharing.has(account) && packOf.has(account)))
  const mates = players.connected().filter(({ account }) => packOf.get(account) === packOf.get(hiding?.account ?? ''))
  const joining = players.oneOf(mates.filter(({ account }) => account !== hiding?.account))
  if (!hiding || !joining) return
  await traffic.readings(1)
  await traffic.disconnect(joining)
  const [name, input] =
    players.number() % 2 ? (['packs.setSharing', { shares: false }] as const) : (['packs.leave', {}] as const)
  await send([{ device: hiding, name, input }])
  await traffic.reconnect(joining)
}
