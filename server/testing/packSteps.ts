import { pack } from '../../shared/features/packs/pack.ts'
import { createRandom, type Random } from '../game/simulator/random.ts'
import type { PackDevice } from './packChecks.ts'
import { membersOf, type PackEvent } from './packState.ts'
import { ofPack, type PackTraffic } from './packTraffic.ts'

/** A command that somebody might give now. */
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

/** Random doings of random people, as likely to be foolish as people are. */
export function createPackSteps(traffic: PackTraffic, seed: number) {
  const random = createRandom(seed)
  const cast = castOf(traffic, random)
  const give = giving(traffic)
  const intend = intentions(cast)
  const intents = (count: number) =>
    Array.from({ length: count }, () => {
      const device = cast.oneOf(cast.connected())
      const intent = device && weighted(random, intend)?.(device)
      return device && intent ? [{ device, ...intent }] : []
    }).flat()
  const doings: Weighted<() => Promise<unknown>> = [
    [10, () => give(intents(1))],
    [5, () => give(intents(4))],
    ...doingsOf(traffic, cast, give),
    [2, () => traffic.readings(1)],
  ]
  /** Pages that have learned of a pack watch it. */
  const followPacks = async () => {
    for (const device of cast.connected()) {
      const key = traffic.now().packOf.get(device.account)
      if (key !== undefined && !device.page.documentOf(`pack/${key}`)) await traffic.watch(device, ofPack(key))
    }
  }
  return async () => {
    await weighted(random, doings)?.()
    await traffic.judge()
    await followPacks()
  }
}

type Cast = ReturnType<typeof castOf>

function castOf({ devices, now, world }: PackTraffic, random: Random) {
  const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)]
  const isSignedIn = ({ index }: PackDevice) => !now().signedOut.has(index)
  return {
    oneOf,
    number: () => Math.floor(random() * 1_000),
    connected: () => devices.filter((device) => device.isConnected && isSignedIn(device)),
    away: () => devices.filter((device) => !device.isConnected && isSignedIn(device)),
    packs: () => [...new Set(now().packOf.values())],
    /** Who gives a command for the leader does not always lead. */
    mate: ({ account }: PackDevice) => oneOf(membersOf(now(), now().packOf.get(account) ?? '')) ?? account,
    codeOf: (key: string | undefined) => world.hub().hub.read(pack, key ?? '').code,
  }
}

const intentions = (cast: Cast): Weighted<(device: PackDevice) => Intent> => [
  [2, () => ({ name: 'packs.create', input: { name: `Pack ${cast.number()}` } })],
  [9, () => ({ name: 'packs.join', input: { code: cast.codeOf(cast.oneOf(cast.packs())) } })],
  [2, () => ({ name: 'packs.leave', input: {} })],
  [5, (device) => ({ name: 'packs.removeMember', input: { member: cast.mate(device) } })],
  [3, (device) => ({ name: 'packs.handOver', input: { member: cast.mate(device) } })],
  [1, () => ({ name: 'packs.disband', input: {} })],
  [2, () => ({ name: 'packs.renewCode', input: {} })],
  [7, () => ({ name: 'packs.setSharing', input: { shares: false } })],
  [8, () => ({ name: 'packs.setSharing', input: { shares: true } })],
  [2, () => ({ name: 'packs.pingPlace', input: { x: 100, y: 200 } })],
]

type Given = Intent & { readonly device: PackDevice }

/** Gives commands at the same time; they count in the order in which the journal has them. */
const giving =
  ({ happened }: PackTraffic) =>
  async (wanted: readonly Given[]) => {
    const asked = wanted.map(async ({ device, name, input }) => {
      const answer = await device.visitor.command(name, input)
      const { pack: key } = (answer.ok ? answer.output : {}) as { pack?: string }
      const happening: PackEvent = { name, by: device.account, input, ...(key !== undefined && { pack: key }) }
      return answer.ok ? [{ seq: answer.seq, happening }] : []
    })
    const taken = (await Promise.all(asked)).flat()
    for (const { happening } of taken.sort((a, b) => a.seq - b.seq)) happened(happening)
  }

/** What people do beside giving commands. */
function doingsOf(traffic: PackTraffic, cast: Cast, give: ReturnType<typeof giving>): Weighted<() => Promise<unknown>> {
  const drop = async () => {
    const device = cast.oneOf(cast.connected())
    if (device && cast.connected().length > 10) await traffic.disconnect(device)
  }
  const comeBack = async () => {
    const device = cast.oneOf(cast.away())
    if (device) await traffic.reconnect(device)
  }
  const signOut = async () => {
    const device = cast.oneOf(cast.connected())
    if (!device) return
    await traffic.signOut(device)
    await traffic.open(device.account)
  }
  return [
    [2, drop],
    [4, comeBack],
    [0.4, signOut],
    [1, () => pry(traffic, cast)],
    [0.5, () => relink(traffic, cast)],
    [1.5, () => hideAndJoin(traffic, cast, give)],
  ]
}

/** Somebody asks for what is another’s, by its right name. */
async function pry(traffic: PackTraffic, cast: Cast) {
  const device = cast.oneOf(traffic.devices.filter(({ isConnected }) => isConnected))
  const other = cast.oneOf(traffic.devices)?.account
  if (!device || other === device.account) return
  const key = cast.oneOf(cast.packs().filter((foreign) => foreign !== traffic.now().packOf.get(device.account)))
  if (key) await traffic.watch(device, [...ofPack(key), `ownPositions/${other}`, `vitals/${other}`])
}

/** Two accounts change the players that they are linked to. */
async function relink({ now, link }: PackTraffic, cast: Cast) {
  const [one, other] = [cast.oneOf(cast.connected())?.account, cast.oneOf(cast.connected())?.account]
  if (!one || !other || one === other) return
  const [first = null, second = null] = [one, other].map((account) => now().steamOf.get(account))
  await link(one, null)
  await link(other, first)
  await link(one, second)
}

/** Somebody hides or goes, and before the next reading a page of their pack begins to follow. */
async function hideAndJoin(traffic: PackTraffic, cast: Cast, give: ReturnType<typeof giving>) {
  const { packOf, sharing } = traffic.now()
  const hides = cast.oneOf(cast.connected().filter(({ account }) => sharing.has(account) && packOf.has(account)))
  const mates = cast.connected().filter(({ account }) => packOf.get(account) === packOf.get(hides?.account ?? ''))
  const joins = cast.oneOf(mates.filter(({ account }) => account !== hides?.account))
  if (!hides || !joins) return
  await traffic.readings(1)
  await traffic.disconnect(joins)
  const [name, input] =
    cast.number() % 2 ? (['packs.setSharing', { shares: false }] as const) : (['packs.leave', {}] as const)
  await give([{ device: hides, name, input }])
  await traffic.reconnect(joins)
}
