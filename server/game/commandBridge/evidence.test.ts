import { expect, test } from 'vitest'
import type { DeliveryKind, GameAction, StoredAs } from '../../../shared/features/deliveries/kinds.ts'
import type { GameAnimal } from '../link.ts'
import { parseAnswer } from './answers.ts'
import { isShown, judgeReading } from './evidence.ts'
import { type Baseline, baselineOf, type Reading } from './readings.ts'

const id = '76561198000000001'
const here = { x: 0, y: 0, z: 0 }
const ada: GameAnimal = {
  id,
  name: 'Ada',
  species: 'Carnotaurus',
  gender: 'Female',
  growth: 0.5,
  health: 0.4,
  stamina: 1,
  hunger: 1,
  thirst: 1,
  location: here,
  mutations: [],
  primeElder: false,
}
const animal = (changes: Partial<GameAnimal> = {}): GameAnimal => ({ ...ada, ...changes })
const reading = (animals: readonly GameAnimal[], listed: readonly string[] = [id]): Reading => ({
  listed: new Set(listed),
  animals,
})
const before: Baseline = { animal: ada, place: null }
const judged = (
  kind: DeliveryKind,
  now: Reading,
  { was = before, answered = false, detail = {} as GameAction['detail'] } = {} as {
    was?: Baseline | null
    answered?: boolean
    detail?: GameAction['detail']
  },
) => judgeReading({ kind, target: { id, name: 'Ada' }, detail }, was, now, answered)?.changed ?? null

test('[BM10] slain is who is dead, has another dinosaur, or has none and is still there', () => {
  expect(judged('slay', reading([animal({ health: 0 })]))).toBe(true)
  expect(judged('slay', reading([animal({ health: 0 })], []))).toBe(true)
  expect(judged('slay', reading([animal({ species: 'Dryosaurus' })]))).toBe(true)
  expect(judged('slay', reading([animal({ growth: 0.25 })]))).toBe(true)
  expect(judged('slay', reading([]))).toBe(true)
})

test('[BM11] not slain is who lives, who left with a living dinosaur, and whose rows contradict each other', () => {
  expect(judged('slay', reading([animal()]), { answered: true })).toBeNull()
  expect(judged('slay', reading([animal({ growth: 0.51 })]))).toBeNull()
  expect(judged('slay', reading([animal()], []))).toBeNull()
  expect(judged('slay', reading([], []))).toBeNull()
  expect(judged('slay', reading([animal(), animal({ species: 'Dryosaurus' })]))).toBeNull()
  expect(judged('slay', reading([animal({ health: 0 }), animal()]))).toBeNull()
})

test('[BM12] after a restart of the hub only a dead dinosaur proves a slay', () => {
  expect(judged('slay', reading([animal({ health: 0 })]), { was: null })).toBe(true)
  expect(judged('slay', reading([]), { was: null })).toBeNull()
  expect(judged('slay', reading([animal({ species: 'Dryosaurus' })]), { was: null })).toBeNull()
})

test('[BM13] healed is full health or half of what lacked; a little is what dinosaurs do by themselves', () => {
  expect(judged('heal', reading([animal({ health: 1 })]))).toBe(true)
  expect(judged('heal', reading([animal({ health: 0.75 })]))).toBe(true)
  expect(judged('heal', reading([animal({ health: 0.45 })]), { answered: true })).toBeNull()
  const was = { ...before, animal: animal({ health: 1 }) }
  expect(judged('heal', reading([animal({ health: 1 })]), { was })).toBeNull()
  expect(judged('heal', reading([animal({ health: 1 })]), { was, answered: true })).toBe(false)
})

test('[BM14] grown is the growth that was wanted, and where it was so before the mod has to say so', () => {
  const detail = { text: '0.75' }
  expect(judged('grow', reading([animal({ growth: 0.75 })]), { detail })).toBe(true)
  expect(judged('grow', reading([animal({ growth: 0.6 })]), { detail, answered: true })).toBeNull()
  expect(judged('grow', reading([ada]), { detail: { text: '0.5' } })).toBeNull()
  expect(judged('grow', reading([ada]), { detail: { text: '0.5' }, answered: true })).toBe(false)
})

test('[BM15] moved is who is near the place to which the teleport led and was far from it', () => {
  const was = { animal: ada, place: { x: 900_000, y: 0, z: 0 } }
  expect(judged('teleport', reading([animal({ location: { x: 895_000, y: 0, z: 0 } })]), { was })).toBe(true)
  expect(judged('teleport', reading([ada]), { was, answered: true })).toBeNull()
  expect(judged('teleport', reading([animal({ location: null })]), { was, answered: true })).toBeNull()
  const near = { animal: ada, place: { x: 5_000, y: 0, z: 0 } }
  expect(judged('teleport', reading([ada]), { was: near })).toBeNull()
  expect(judged('teleport', reading([ada]), { was: near, answered: true })).toBe(false)
  expect(judged('teleport', reading([ada]), { was: null, answered: true })).toBeNull()
})

test('[BM16] a mutation is seen; a message and a skin are not, so the mod has the word', () => {
  const detail = { text: 'Hypervigilance' }
  expect(judged('mutate', reading([animal({ mutations: ['Hypervigilance'] })]), { detail })).toBe(true)
  expect(judged('mutate', reading([ada]), { detail, answered: true })).toBeNull()
  expect(['message', 'skin', 'broadcast'].map((kind) => isShown(kind as DeliveryKind))).toEqual([false, false, false])
})

/** Ada plays a juvenile, and has stored a grown one. */
const juvenile: Baseline = { animal: animal({ growth: 0.25, health: 0.9, hunger: 0.7, thirst: 0.6 }), place: null }
const stored = { growth: 80, health: 95, hunger: 40, thirst: 30 }
const restored = { growth: 0.8, health: 0.95, hunger: 0.4, thirst: 0.3 }
const redeemed = (changes: Partial<GameAnimal>, { was = juvenile, answered = false, as = stored as StoredAs } = {}) =>
  judged('redeem', reading([animal(changes)]), {
    was,
    answered,
    detail: { dinosaur: 'd1', species: 'Carnotaurus', stored: as },
  })

test('[BM18] redeemed is the juvenile that jumped to the stored growth, with the stored vitals, its own, or full ones', () => {
  expect(redeemed(restored)).toBe(true)
  expect(redeemed({ ...restored, growth: 0.82, hunger: 0.36 })).toBe(true)
  expect(redeemed({ ...restored, health: 0.9, hunger: 0.7, thirst: 0.6 })).toBe(true)
  expect(redeemed({ ...restored, health: 1, hunger: 1, thirst: 1 })).toBe(true)
  const unread = { growth: 80, health: null, hunger: null, thirst: null }
  expect(redeemed({ ...restored, hunger: 0.1 }, { as: unread })).toBe(true)
  expect(redeemed(restored, { as: { ...unread, growth: null }, answered: true })).toBeNull()
})

test('[BM19] not redeemed is a juvenile that grew, a dinosaur of another growth, gender, species or condition, and that of another player', () => {
  expect(redeemed({ ...restored, growth: 0.28 }, { answered: true })).toBeNull()
  for (const growth of [0.6, 0.77, 0.85, 1]) expect([growth, redeemed({ ...restored, growth })]).toEqual([growth, null])
  expect(redeemed({ ...restored, gender: 'Male' }, { answered: true })).toBeNull()
  expect(redeemed({ ...restored, species: 'Dryosaurus' }, { answered: true })).toBeNull()
  expect(redeemed({ ...restored, hunger: 0.1 }, { answered: true })).toBeNull()
  expect(redeemed({ ...restored, health: 0 }, { answered: true })).toBeNull()
  const detail = { dinosaur: 'd1', species: 'Carnotaurus', stored }
  const others = reading([juvenile.animal as GameAnimal, animal({ ...restored, id: '76561198000000002' })])
  expect(judged('redeem', others, { was: juvenile, answered: true, detail })).toBeNull()
  // After a restart of the hub it is not known what it was before.
  expect(judged('redeem', reading([animal(restored)]), { was: null, answered: true, detail })).toBeNull()
})

test('[BM35] where the stored one is as young as the juvenile, only what no juvenile does by itself tells them apart', () => {
  const young = { growth: 27, health: 90, hunger: 40, thirst: 30 }
  const now = { growth: 0.27, health: 0.9, hunger: 0.7, thirst: 0.6 }
  const judge = (changes: Partial<GameAnimal>, answered: boolean) =>
    redeemed({ ...now, ...changes }, { answered, as: young })
  expect(judge({}, true)).toBeNull()
  expect(judge({ hunger: 0.4, thirst: 0.3 }, true)).toBe(true)
  expect(judge({ hunger: 0.4, thirst: 0.3 }, false)).toBeNull()
  expect(judge({ location: { x: 700_000, y: 0, z: 0 } }, true)).toBe(true)
  expect(judge({ location: { x: 30_000, y: 0, z: 0 } }, true)).toBeNull()
})

test('[BM36] parked is what left the game and what the mod says it stored: a death alone, and an answer alone, prove nothing', () => {
  const ways: readonly (readonly [string, Reading])[] = [
    ['dead', reading([animal({ health: 0 })])],
    ['gone', reading([])],
    ['another one', reading([animal({ species: 'Dryosaurus', growth: 0.25 })])],
    ['a younger one', reading([animal({ growth: 0.25 })])],
  ]
  for (const [way, now] of ways) {
    expect([way, judged('park', now, { answered: true })]).toEqual([way, true])
    expect([way, judged('park', now)]).toEqual([way, null])
  }
  expect(judged('park', reading([animal()]), { answered: true })).toBeNull()
  expect(judged('park', reading([], []), { answered: true })).toBeNull()
})

test('[BM17] a line of results is read tolerantly: foreign, half and damaged ones are none', () => {
  const line = { id: 'wh-1', ts: 1, verb: 'kill', steam: id, ok: true, msg: 'killed' }
  expect(parseAnswer(JSON.stringify(line))).toMatchObject({ id: 'wh-1', ok: true, text: 'killed', isPassedOn: false })
  expect(
    parseAnswer(`\u{FEFF}${JSON.stringify({ ...line, msg: 'a\u0007\tb' }).replace('\\u0007', '\u0007')}\r`)?.text,
  ).toBe('a  b')
  expect(parseAnswer(JSON.stringify({ ...line, ok: false, msg: 'unknown verb: kill' }))?.isUnknownVerb).toBe(true)
  expect(parseAnswer(JSON.stringify({ ...line, msg: 'queued' }))?.isPassedOn).toBe(true)
  expect(parseAnswer(JSON.stringify({ ...line, msg: 'queued', source: 'DinoStorage' }))?.isPassedOn).toBe(false)
  expect(parseAnswer(JSON.stringify({ ...line, msg: 'x'.repeat(5_000) }))?.text).toHaveLength(300)
  for (const bad of ['', '[]', 'null', '{"id":7,"ok":true}', '{"id":"wh-1"}', '{"id":"wh-1","ok"', '\u0000\u0001'])
    expect([bad, parseAnswer(bad)]).toEqual([bad, null])
})

test('[RQ2] spawned is a new dinosaur of the species; of several mutations all must be shown', () => {
  const detail = { text: 'Dryosaurus' }
  const young = reading([animal({ species: 'Dryosaurus', growth: 0.25 })])
  expect(judged('spawn', young, { detail })).toBe(true)
  expect(judged('spawn', young, { detail, was: { animal: null, place: null } })).toBe(true)
  expect(judged('spawn', reading([ada]), { detail, answered: true })).toBeNull()
  expect(judged('spawn', reading([]), { detail, answered: true })).toBeNull()
  // After a restart of the hub it is not known which one it had before.
  expect(judged('spawn', young, { detail, was: null, answered: true })).toBeNull()
  const two = { text: 'Wader', parents: 'Nocturnal' }
  expect(judged('mutate', reading([animal({ mutations: ['Wader'] })]), { detail: two, answered: true })).toBeNull()
  expect(judged('mutate', reading([animal({ mutations: ['Wader', 'Nocturnal'] })]), { detail: two })).toBe(true)
})

test('[BM90] a dinosaur that follows the one to be parked is not parked in its place: younger, or of another species', async () => {
  const detail = { species: 'Carnotaurus', stored: { growth: 87, health: null, hunger: null, thirst: null } }
  const action = { kind: 'park', target: { id, name: 'Ada' }, detail } as const
  const verb = { verb: 'dino_store', args: [] }
  const outcome = (changes: Partial<GameAnimal>) => baselineOf(action, verb, async () => reading([animal(changes)]))
  expect(await outcome({ growth: 0.25 })).toMatchObject({
    state: 'refused',
    why: 'The Carnotaurus in the game is 25% grown and not 87%, so nothing was sent.',
  })
  expect(await outcome({ growth: 0.87, species: 'Dryosaurus' })).toMatchObject({ state: 'refused' })
  for (const growth of [0.86, 0.87, 0.9]) expect(await outcome({ growth })).not.toHaveProperty('state')
})

test('[BM1861] a refusal names a species as the pages do', async () => {
  const stored = { growth: 87, health: null, hunger: null, thirst: null }
  const whyNot = async (kind: 'park' | 'redeem', species: string, changes: Partial<GameAnimal>) => {
    const action = { kind, target: { id, name: 'Ada' }, detail: { species, stored } } as const
    const found = await baselineOf(action, { verb: 'dino_store', args: [] }, async () => reading([animal(changes)]))
    return 'why' in found ? found.why : null
  }
  const omniraptor = { species: 'Omniraptor', growth: 0.5 }
  expect([
    await whyNot('park', 'Omniraptor', omniraptor),
    await whyNot('redeem', 'Omniraptor', omniraptor),
    await whyNot('park', 'Allosaurus', omniraptor),
    await whyNot('redeem', 'Omniraptor', { species: 'Allosaurus' }),
  ]).toEqual([
    'The Utahraptor in the game is 50% grown and not 87%, so nothing was sent.',
    'The Utahraptor in the game is over 35% grown, so nothing was sent.',
    'The dinosaur in the game is a Utahraptor and not an Allosaurus, so nothing was sent.',
    'The dinosaur in the game is an Allosaurus and not a Utahraptor, so nothing was sent.',
  ])
})
