import { expect, test } from 'vitest'
import { drop, settle } from '../../../shared/features/deliveries/followUpCommands.ts'
import { beginAttempt, endAttempt, requeue } from '../../../shared/features/deliveries/hubCommands.ts'
import { eraseMe } from '../../../shared/features/erasure/commands.ts'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { cancelRedemption, endStranded, redeemOwned } from '../../../shared/features/redemptions/commands.ts'
import { mostPast, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { noMutations } from '../../../shared/features/redemptions/slots.ts'
import { applySkin, deletePreset, dressDinosaur, savePreset } from '../../../shared/features/skins/commands.ts'
import { startColours } from '../../../shared/features/skins/design.ts'
import { ownedSkins } from '../../../shared/features/skins/ownedSkins.ts'
import { mostPresets, skinPresets } from '../../../shared/features/skins/presets.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { allFeatures } from '../../testing/allFeatures.ts'
import { openApp } from '../../testing/openApp.ts'
import { inSession, person } from '../../testing/principals.ts'
import { growingMod } from '../redemptions/testing/openRedemptions.ts'
import { skinProblems } from './testing/checkSkins.ts'
import { design, openSkins } from './testing/openSkins.ts'

const codeOf = (answer: object) => ('code' in answer ? answer.code : 'done')

test('[SKN1] the price of a skin is held until the game has it, and spent then', async () => {
  const { apply, deliver, balance, held, receipts, problems } = await openSkins()
  expect(await apply('albino', 500)).toMatchObject({ isByHand: false })
  expect([balance(), held()]).toEqual([500, [500]])
  expect(receipts()).toMatchObject([
    { group: 'skins', state: 'open', name: 'Albino for Triceratops', steps: [{ kind: 'skin', text: 'Albino' }] },
  ])
  expect(codeOf(await apply('melanistic', 500))).toBe('running')
  await deliver('confirmed')
  expect([balance(), held(), receipts()[0]?.state]).toEqual([500, [], 'done'])
  expect(await problems()).toEqual([])
})

test('[SKN2] what the game refused, what failed, was dropped or cancelled is given back; what is not known keeps its hold', async () => {
  for (const outcome of ['refused', 'failed', 'dropped', 'cancelled', 'unknown'] as const) {
    const { apply, deliver, ask, toHand, current, balance, held, problems } = await openSkins()
    const asked = (await apply('albino', 500)) as { id: string }
    if (outcome === 'dropped') await ask(drop, { id: await toHand() }, 'ada', 'admin')
    else if (outcome === 'cancelled') await ask(cancelRedemption, { id: asked.id })
    else await deliver(outcome)
    expect([outcome, balance(), held()]).toEqual([outcome, ...(outcome === 'unknown' ? [500, [500]] : [1_000, []])])
    if (outcome === 'unknown') {
      expect(codeOf(await apply('albino', 500))).toBe('unsettled')
      await ask(settle, { id: current()?.id, happened: false }, 'ada', 'admin')
      expect(balance()).toBe(1_000)
    }
    expect(await problems()).toEqual([])
  }
})

test('[SKN3] a skin that is kept pays instead: it is held, used up when the game has it, and comes back where it has not', async () => {
  const { buy, apply, deliver, current, ask, balance, skins, problems } = await openSkins()
  const { id } = (await buy('albino', 500)) as { id: string }
  expect([balance(), skins()]).toMatchObject([500, [{ id, state: 'stored', source: 'shop', skin: 'skin-albino' }]])
  const applied = await apply('albino', 0, { ownedSkin: id })
  expect([codeOf(applied), balance(), skins()[0]?.state]).toEqual(['done', 500, 'applying'])
  await deliver('unknown')
  expect(skins()).toMatchObject([{ state: 'applying', isUnsure: true }])
  await ask(settle, { id: current()?.id, happened: false }, 'ada', 'admin')
  expect(skins()).toMatchObject([{ state: 'stored', heldFor: null, isUnsure: false }])
  await apply('albino', 0, { ownedSkin: id })
  await deliver('confirmed')
  expect([balance(), skins()]).toEqual([500, []])
  expect(codeOf(await apply('albino', 0, { ownedSkin: id }))).toBe('noSuchSkin')
  expect(await problems()).toEqual([])
})

test('[SKN4] a refused skin says what is wrong, and nothing is taken', async () => {
  const { apply, buy, ask, give, plays, sees, links, owners, balance, held, problems } = await openSkins()
  const message = async (answer: Promise<object>) => ((await answer) as { message?: string }).message
  expect(await message(apply('albino', 400))).toBe(
    'The price of Albino has changed: you saw 400, and it is 500 now. Nothing was taken. Check it and try again.',
  )
  expect(await message(apply('tiger-stripes', 1_000))).toMatch(/Tiger Stripes is coming soon/)
  expect(
    await message(apply('own-colours', 1_500, { design: design('own-colours', 'Triceratops', startColours) })),
  ).toBe('Own Colours is not on offer right now.')
  await owners({ 'skin-own-colours': { isOn: true } })
  expect(
    await message(apply('own-colours', 1_500, { design: design('own-colours', 'Triceratops', startColours) })),
  ).toBe('Insufficient Void Pearls! You need 1500 but only have 1000.')
  expect(codeOf(await buy('default', 0))).toBe('free')
  await owners({ 'skin-albino': { perDay: 1 } })
  const { id } = (await buy('albino', 500)) as { id: string }
  expect(codeOf(await apply('albino', 500))).toBe('dayFull')
  expect(codeOf(await apply('leucistic', 750, { ownedSkin: id }))).toBe('otherSkin')
  expect(codeOf(await apply('albino', 0, { ownedSkin: id, design: design('albino', 'Stegosaurus') }))).toBe('otherSkin')
  await plays('Stegosaurus', 60)
  expect(await message(apply('melanistic', 500))).toBe("This skin fits Triceratops, and you're playing Stegosaurus.")
  await sees()
  expect(codeOf(await apply('melanistic', 500))).toBe('notInGame')
  await links(...growingMod.filter((kind) => kind !== 'skin'))
  expect(codeOf(await apply('melanistic', 500))).toBe('byHand')
  const dinosaur = await give('Triceratops')
  expect(codeOf(await ask(dressDinosaur, { dinosaur, design: design('albino', 'Stegosaurus'), price: 500 }))).toBe(
    'otherSpecies',
  )
  expect(codeOf(await ask(dressDinosaur, { dinosaur: 'x', design: design('albino'), price: 500 }))).toBe('gone')
  expect([balance(), held()]).toEqual([500, []])
  expect(await apply('melanistic', 500, { byHand: true })).toMatchObject({ isByHand: true })
  expect(await problems()).toEqual([])
})

test('[SKN5] designs that are none are refused before anything else: colours, species, amounts, fields', async () => {
  const { ask, balance } = await openSkins()
  const wrong = [
    { design: design('own-colours'), price: 1_500 },
    { design: design('albino', 'Triceratops', startColours), price: 500 },
    { design: design('own-colours', 'Triceratops', { ...startColours, eye: 'moss' }), price: 1_500 },
    { design: design('albino', 'Dragon'), price: 500 },
    { design: design('albino', 'constructor'), price: 500 },
    { design: design('neon'), price: 500 },
    { design: { ...design('albino'), glow: true }, price: 500 },
    ...[-500, 0.5, '500', 1e300, Number.NaN].map((price) => ({ design: design('albino'), price })),
  ]
  for (const input of wrong) expect([input, codeOf(await ask(applySkin, input))]).toEqual([input, 'badInput'])
  expect(balance()).toBe(1_000)
})

test('[SKN6] the natural colours are free and hold nothing', async () => {
  const { apply, deliver, balance, held, receipts, problems } = await openSkins()
  await apply('default', 0)
  expect([balance(), held(), receipts()[0]?.price]).toEqual([1_000, [], null])
  await deliver('refused')
  expect(receipts()).toMatchObject([{ state: 'released', isSeen: false }])
  await apply('default', 0)
  await deliver('confirmed')
  expect(receipts().map(({ state }) => state)).toEqual(['released', 'done'])
  expect(await problems()).toEqual([])
})

test('[SKN7] a stored dinosaur keeps the skin that was paid for, and comes back with it', async () => {
  const { ask, buy, give, plays, deliver, owners, balance, dinosaurs, skins, receipts, problems, clock } =
    await openSkins()
  const dinosaur = await give('Triceratops')
  const { id } = (await buy('albino', 500)) as { id: string }
  const dress = (skin: string, price: number, more: object = {}) =>
    ask(dressDinosaur, { dinosaur, design: design(skin), price, ...more })
  expect(codeOf(await dress('default', 0))).toBe('worn')
  expect(codeOf(await dress('albino', 500, { ownedSkin: id }))).toBe('done')
  expect([dinosaurs()[0]?.skin, skins(), balance()]).toEqual(['skin-albino', [], 500])
  expect(codeOf(await dress('albino', 500))).toBe('worn')
  await owners({ 'skin-own-colours': { isOn: true, price: 400 } })
  const own = { design: design('own-colours', 'Triceratops', startColours) }
  expect(codeOf(await dress('own-colours', 400, own))).toBe('done')
  expect([dinosaurs()[0]?.skinColours, balance()]).toEqual([startColours, 100])
  // What was just bought waits to be sold, on a dinosaur, too.
  expect(dinosaurs()[0]?.tradableAt).toBeGreaterThan(clock.now())
  await plays('Triceratops', 25)
  const main = { ...noMutations, main: ['nocturnal'] }
  expect(codeOf(await ask(redeemOwned, { dinosaur, mutations: main }))).toBe('done')
  expect(codeOf(await dress('default', 0))).toBe('locked')
  for (const step of ['grow', 'mutate', 'skin']) expect([step, (await deliver('confirmed')).kind]).toEqual([step, step])
  const text = 'Own Colours back=#5b4030 belly=#d0b384 pattern=#23252b eye=#e2b93b'
  expect(receipts()[0]?.steps.at(-1)).toMatchObject({ kind: 'skin', text, state: 'confirmed', isPaid: false })
  expect(await problems()).toEqual([])
})

test('[SKN8] presets have a name of 1 to 30 characters, replace those of the same name, and are bounded and deleted', async () => {
  const { ask, hub, dispatch } = await openSkins()
  const save = (name: string) => ask(savePreset, { name, design: design('albino') })
  expect(
    await dispatch(inSession(person('ann')), savePreset.name, { name: '  ', design: design('albino') }),
  ).toMatchObject({
    problems: [expect.stringContaining('Please enter a name for your preset')],
  })
  expect(codeOf(await save('x'.repeat(31)))).toBe('badInput')
  const { id } = (await save('  Ghost ')) as { id: string }
  expect(await save('ghost')).toEqual({ id })
  const presets = () => Object.values(hub.read(skinPresets, 'ann').presets)
  const saved = { id, name: 'ghost', dinosaur: 'Triceratops', skin: 'skin-albino', colours: null }
  expect(presets()).toEqual([{ ...saved, created: expect.any(Number) }])
  for (let at = 1; at < mostPresets; at += 1) await save(`p${at}`)
  expect(codeOf(await save('one more'))).toBe('presetsFull')
  expect(codeOf(await ask(deletePreset, { id }, 'bob'))).toBe('presetGone')
  expect(codeOf(await ask(deletePreset, { id }))).toBe('done')
  expect(codeOf(await ask(deletePreset, { id }))).toBe('presetGone')
})

test('[SKN9] an account that is erased while its skin is on its way leaves no skin, and the late answer changes nothing', async () => {
  const { buy, apply, current, order, hub, dispatch, skins, problems } = await openSkins()
  const { id } = (await buy('albino', 500)) as { id: string }
  await apply('albino', 0, { ownedSkin: id })
  const delivery = current()?.id
  await order(beginAttempt, { id: delivery, link: 'commandBridge', command: 'x', again: false })
  expect(await dispatch(inSession(person('ann')), eraseMe.name, { confirm: 'ann' })).toMatchObject({ ok: true })
  const late = order(endAttempt, { id: delivery, attempt: 1, state: 'refused', reply: null, why: null })
  await expect(late).rejects.toThrow('already changed')
  expect([skins(), hub.read(redemptions, 'ann').entries]).toEqual([[], {}])
  expect(await problems()).toEqual([])
})

test('[SKN10] a history with a gap, a skin in two places and one that is nowhere are noticed', async () => {
  const { hub, buy, memory } = await openSkins()
  const { id } = (await buy('albino', 500)) as { id: string }
  const { storage } = memory
  const own = hub.read(ownedSkins, 'ann')
  const with_ = (skins: object) => ({ ...hub, read: () => ({ skins }) }) as unknown as typeof hub
  const both = ['ownedSkins/ann', 'ownedSkins/bob'] as const
  const changed = (more: object) => ({ [id]: { ...own.skins[id], ...more } })
  const found = async (skins: object) =>
    (await skinProblems({ ...with_(skins), journaledIds: () => both.slice(0, 1) }, storage)).length
  expect(await found(own.skins)).toBe(0)
  expect(await found({})).toBe(1)
  expect(await found(changed({ steps: 3 }))).toBe(1)
  expect(await found(changed({ state: 'listed', heldFor: 'l1' }))).toBe(1)
  const twice = await skinProblems({ ...with_(own.skins), journaledIds: () => both }, storage)
  expect(twice).toContain(`${id} is in two places`)
})

test('[SKN49] where the erasure of another user removed the command a kept skin that was not sent comes back, including one that an earlier release left; one that may be worn is used up', async () => {
  const bobsPlayer = '76561198000000002'
  const earlier = allFeatures.map((one) =>
    one.name === 'redemptions' || one.name === 'skins' ? { ...one, derivations: [] } : one,
  )
  for (const [features, isSent] of [
    [allFeatures, true],
    [allFeatures, false],
    [earlier, false],
  ] as const) {
    const { buy, apply, order, current, skins, hub, clock, memory, dispatch, problems } = await openSkins(features)
    await ensureAccount(hub, clock.now(), { account: 'bob', steamId: bobsPlayer })
    const { id } = (await buy('albino', 500)) as { id: string }
    await apply('albino', 0, { ownedSkin: id })
    await order(beginAttempt, { id: current()?.id, link: 'commandBridge', command: `x ${bobsPlayer}`, again: false })
    const notSent = { attempt: 1, sent: false, why: `Not sent, as ${bobsPlayer} is too near.` }
    if (!isSent) await order(requeue, { id: current()?.id, ...notSent })
    await dispatch(inSession(person('bob')), eraseMe.name, { confirm: 'bob' })
    const before = { id, state: features === earlier ? 'applying' : 'stored' }
    expect(skins()).toMatchObject(isSent ? [] : [before])
    const { hub: now } = await openApp(allFeatures, { memory, clock })
    await now.execute('redemptions', endStranded.name, { server: 'main', accounts: ['ann'] })
    const after = { id, state: 'stored', heldFor: null }
    expect(Object.values(now.read(ownedSkins, 'ann').skins)).toMatchObject(isSent ? [] : [after])
    expect(await skinProblems(now, memory.storage)).toEqual([])
    if (features === allFeatures) expect(await problems()).toEqual([])
  }
})

test('[SKN50] a kept skin follows its redemption, too, where the clock was set back and many others ended later', async () => {
  for (const outcome of ['refused', 'confirmed'] as const) {
    const { buy, apply, redeem, deliver, plays, ask, clock, skins, receipts, problems } = await openSkins()
    await ask(addCurrency, { target: 'ann', amount: 1_000, reason: '' }, 'olga', 'owner')
    const { id } = (await buy('albino', 500)) as { id: string }
    for (let nth = 0; nth < mostPast; nth += 1) {
      await redeem('custom-message', 25, { message: 'hi' })
      await deliver('confirmed')
    }
    clock.setWallBy(-600_000)
    await plays('Triceratops', 60)
    expect(codeOf(await apply('albino', 0, { ownedSkin: id }))).toBe('done')
    await deliver(outcome)
    expect(skins()).toMatchObject(outcome === 'refused' ? [{ id, state: 'stored', heldFor: null }] : [])
    expect(receipts().filter(({ ownedSkin }) => ownedSkin === id)).toHaveLength(1)
    expect(receipts()).toHaveLength(mostPast)
    expect(await problems()).toEqual([])
  }
})

test('[SKN2620] a skin that is kept can be used after an owner has taken it off sale, and no one can buy it', async () => {
  const { buy, apply, deliver, ask, give, owners, balance, dinosaurs, skins, problems } = await openSkins()
  const [worn, kept] = [await buy('albino', 500), await buy('albino', 500)] as readonly { id: string }[]
  await owners({ 'skin-albino': { isOn: false } })
  expect(codeOf(await apply('albino', 500))).toBe('notOffered')
  expect(codeOf(await buy('albino', 500))).toBe('notOffered')
  const dinosaur = await give('Triceratops')
  const dress = (more: object) => ask(dressDinosaur, { dinosaur, design: design('albino'), price: 500, ...more })
  expect(codeOf(await dress({}))).toBe('notOffered')
  expect(codeOf(await dress({ ownedSkin: 'another' }))).toBe('noSuchSkin')
  expect(codeOf(await dress({ ownedSkin: worn?.id }))).toBe('done')
  expect(codeOf(await apply('albino', 500, { ownedSkin: kept?.id }))).toBe('done')
  await deliver('confirmed')
  expect([dinosaurs()[0]?.skin, skins(), balance()]).toEqual(['skin-albino', [], 0])
  expect(await problems()).toEqual([])
})
