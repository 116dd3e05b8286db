import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../shared/engine/testing/anyCharacter.ts'
import { type DeliveryKind, deliveryKinds, type GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { ActionError, type ActionLink } from '../actionLink.ts'
import type { Player, World } from '../simulator/world.ts'

/** The fault of the next command: see `CommandFault`. */
export type ContractFault = 'unheard' | 'unanswered' | 'halfway' | 'answered' | 'garbage' | 'silence'

/** A link, the world at its other end, and the faults between them. */
export interface ContractSetting {
  readonly link: ActionLink
  readonly world: World
  /** The secret that must not be in any text of the link. */
  readonly secret: string
  befall(fault: ContractFault): void
  cut(): Promise<void>
  restore(): Promise<void>
  /** The number of received commands. */
  arrived(): number
  untilUp(): Promise<void>
}

/** How long the link waits for what does not come: `brief` where that is the subject, otherwise `patient`, since a busy machine may be slow. */
export type Patience = 'brief' | 'patient'

type Open = (patience: Patience) => Promise<ContractSetting>
type Given = { readonly open: Open }

/** The contract of every ActionLink. */
export function actionLinkContract(name: string, open: Open): void {
  describe(name, () => {
    wording({ open })
    escaping({ open })
    carryingOut({ open })
    losing({ open })
    ending({ open })
  })
}

export const actionOf = (kind: DeliveryKind, player: Player | null, detail: GameAction['detail'] = {}): GameAction => ({
  kind,
  target: player && { id: player.id, name: player.name },
  detail,
})

const someone = ({ world }: ContractSetting, index = 0): Player => {
  const player = world.online()[index]
  if (!player) throw new Error('Nobody is there.')
  return player
}
const isOnline = ({ world }: ContractSetting, { id }: Player) => world.online().some((player) => player.id === id)

/** An action of this kind with the parameters of every kind. */
const complete = (setting: ContractSetting, kind: DeliveryKind) =>
  actionOf(kind, someone(setting), {
    reason: 'noise',
    durationMs: 600_000,
    destination: someone(setting, 1).id,
    text: kind === 'gameConsole' ? 'playerlist' : '0.5',
    toggle: 'spawnAI',
    on: true,
    dinosaur: 'Old Rex',
    species: 'Carnotaurus',
  })

/** What was not sent had no effect, and is sent again: a mod on a busy machine may take a command too late. */
async function performTaken({ link, untilUp }: ContractSetting, action: GameAction) {
  for (;;) {
    await untilUp()
    try {
      return await link.perform(action)
    } catch (error) {
      if (!(error instanceof ActionError && error.code === 'notSent')) throw error
    }
  }
}

function wording({ open }: Given) {
  test('[AL1] the command text of every supported kind is one line without the password', async () => {
    const setting = await open('patient')
    for (const kind of deliveryKinds) {
      const word = () => setting.link.commandText(complete(setting, kind))
      if (!setting.link.can(kind)) expect(word).toThrow(expect.objectContaining({ code: 'unsendable' }))
      else expect(word()).toMatch(/^\P{Cc}+$/u)
      if (setting.link.can(kind)) expect(word()).not.toContain(setting.secret)
    }
    expect(setting.link.can('kick')).toBe(true)
    expect(setting.link.commandText(complete(setting, 'kick'))).toContain(someone(setting).id)
  })

  test('[AL2] an action that does not fit is unsendable with a helpful message, and never sent', async () => {
    const setting = await open('patient')
    const id = someone(setting)
    const spoiled: [GameAction, string][] = [
      [actionOf('kick', null), 'names no player'],
      [actionOf('kick', { ...id, id: 'Bob' }), 'is not a player id'],
      [actionOf('kick', { ...id, id: `${id.id}\0\x02P` }), 'is not a player id'],
      [actionOf('broadcast', null, { text: ' \r\n ' }), 'text is empty'],
      [actionOf('broadcast', null, { text: '恐'.repeat(1_400) }), 'at most'],
    ]
    for (const [action, message] of spoiled)
      await expect(setting.link.perform(action)).rejects.toMatchObject({
        name: 'ActionError',
        code: 'unsendable',
        message: expect.stringContaining(message),
      })
    expect(setting.arrived()).toBe(0)
  })
}

function escaping({ open }: Given) {
  test('[V1.2.5] any text arrives as a text within one command', async () => {
    const setting = await open('patient')
    const signs = [' ', ',', ';', '"', "'", '\\', '\n', '\r', '\0', '{', '}', '/', '\u0002', 'a']
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...signs), maxLength: 40 }),
    )
    const sendable = text.filter((one) => one.replaceAll(/[\p{Cc}\p{Z}]/gu, '') !== '')
    await fc.assert(
      fc.asyncProperty(sendable, async (one) => {
        const before = setting.arrived()
        const heard = setting.world.announcements.length
        await performTaken(setting, actionOf('broadcast', null, { text: one }))
        expect(setting.arrived()).toBe(before + 1)
        expect(setting.world.announcements.length - heard).toBe(1)
        expect(setting.world.announcements.at(-1)).toMatch(/^\P{Cc}+$/u)
        setting.world.announcements.length = 0
      }),
      { numRuns: 30 },
    )
  })
}

function carryingOut({ open }: Given) {
  test('[AL3] a successful action is confirmed with the reply', async () => {
    const setting = await open('patient')
    const player = someone(setting)
    const outcome = await performTaken(setting, actionOf('kick', player, { reason: 'Noise, "loud"; \nworse' }))
    expect(outcome).toMatchObject({ state: 'confirmed', reply: expect.stringContaining('icked') })
    expect(isOnline(setting, player)).toBe(false)
  })

  test('[AL4] simultaneous actions each have their own outcome', async () => {
    const setting = await open('patient')
    const players = setting.world.online().slice(0, 12)
    const outcomes = await Promise.all(players.map((player) => performTaken(setting, actionOf('kick', player))))
    expect(outcomes.map(({ state }) => state)).toEqual(players.map(() => 'confirmed'))
    expect(players.some((player) => isOnline(setting, player))).toBe(false)
    expect(setting.link.concurrency).toBeGreaterThanOrEqual(1)
  })

  test('[AL5] repeating an idempotent kind leaves the same world', async () => {
    const setting = await open('patient')
    const harmless = deliveryKinds.filter((kind) => setting.link.can(kind) && setting.link.isHarmlessTwice(kind))
    const worldState = () => {
      const { bans, settings, announcements, players } = setting.world
      const animals = players.map(({ presence, animal }) => [presence, animal?.health, animal?.growth, animal?.x])
      return JSON.stringify([[...bans], settings, announcements, animals])
    }
    for (const kind of harmless.filter((one) => one !== 'unban')) {
      const action = complete(setting, kind)
      await performTaken(setting, action)
      const once = worldState()
      await performTaken(setting, action)
      expect([kind, worldState()]).toEqual([kind, once])
    }
    for (const kind of ['slay', 'kick', 'message', 'broadcast', 'console', 'grow', 'spawn'] as const)
      expect(setting.link.isHarmlessTwice(kind)).toBe(false)
  })
}

function losing({ open }: Given) {
  test.each(['unheard', 'unanswered', 'halfway', 'garbage', 'silence'] as const)(
    '[AL6] after a fault of kind "%s" the outcome is true or lost, and the next command works',
    async (fault) => {
      const setting = await open('brief')
      const player = someone(setting)
      setting.befall(fault)
      const outcome = await performTaken(setting, actionOf('kick', player)).then(
        ({ state }) => state,
        ({ name, code }: ActionError) => [name, code],
      )
      const isTrue = outcome === 'confirmed' && !isOnline(setting, player)
      if (!isTrue) expect(outcome).toEqual(['ActionError', 'lost'])
      expect(isOnline(setting, player)).toBe(fault === 'unheard')
      expect(await performTaken(setting, actionOf('kick', someone(setting, 3)))).toMatchObject({ state: 'confirmed' })
    },
  )

  test('[AL7] a reply counts although the connection is lost right after it', async () => {
    const setting = await open('brief')
    setting.befall('answered')
    expect(await performTaken(setting, actionOf('kick', someone(setting)))).toMatchObject({ state: 'confirmed' })
  })

  test('[AL8] a lost action is settled truly or not at all', async () => {
    const setting = await open('brief')
    if (!setting.link.findOutcome) return
    const kickWith = async (fault: ContractFault, index: number) => {
      const action = actionOf('kick', someone(setting, index))
      setting.befall(fault)
      const ended = await setting.link.perform(action).then(
        ({ state }) => state,
        ({ code }: ActionError) => code,
      )
      await setting.untilUp()
      return { action, ended }
    }
    const unheard = await kickWith('unheard', 0)
    expect(await setting.link.findOutcome(unheard.action, 0)).toBeNull()
    const { action, ended } = await kickWith('unanswered', 1)
    // A link that watches the game needs no answer; one that gave up before anything left has done nothing.
    if (ended === 'confirmed') return
    const settled = await setting.link.findOutcome(action, 0)
    if (ended === 'notSent') expect(settled).toBeNull()
    else expect(settled).toMatchObject({ state: 'confirmed' })
  })
}

function ending({ open }: Given) {
  test('[AL9] while the server is gone actions are not sent and count as such; later the link comes up by itself', async () => {
    const setting = await open('brief')
    await setting.cut()
    const attempt = () =>
      setting.link.perform(actionOf('kick', someone(setting))).catch(({ name, code }: ActionError) => [name, code])
    // A link that has not noticed yet may lose one command.
    const first = await attempt()
    expect([
      ['ActionError', 'notSent'],
      ['ActionError', 'lost'],
    ]).toContainEqual(first)
    expect(await attempt()).toEqual(['ActionError', 'notSent'])
    expect(setting.link.state()).toMatchObject({ name: 'down', why: expect.any(String) })
    expect(setting.arrived()).toBe(0)
    await setting.restore()
    expect(await performTaken(setting, actionOf('kick', someone(setting)))).toMatchObject({ state: 'confirmed' })
  })

  test('[AL10] closing twice is the same as closing', async () => {
    const setting = await open('patient')
    await setting.link.close()
    await setting.link.close()
    await expect(setting.link.perform(actionOf('kick', someone(setting)))).rejects.toMatchObject({ code: 'notSent' })
    expect(setting.arrived()).toBe(0)
  })
}
