import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { MapSettings, mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { helloOf } from '../../connection/testing/openConnection.ts'
import { copyAtom } from '../../connection/useDocument.ts'
import { createMapSettingsStore, sliderDelayMs } from './mapSettings.ts'

let account = 0

/** The settings of a new account, with a clock and answers controlled by the test. */
function open() {
  account += 1
  const me = `walker-${account}`
  const store = createStore()
  const signIn = (id: string) =>
    store.set(helloAtom, helloOf({ principal: { id, name: id, role: 'player', session: null } }))
  signIn(me)
  const timers: (() => void)[] = []
  const sent: { input: unknown; answer: (answer: Answer) => void }[] = []
  const own = createMapSettingsStore(me, {
    store,
    clock: {
      now: () => 0,
      monotonic: () => 0,
      after(delayMs, act) {
        expect(delayMs).toBe(sliderDelayMs)
        timers.push(act)
        return () => void timers.splice(timers.indexOf(act), 1)
      },
    },
    send: (name, input) => {
      expect(name).toBe('mapSettings.change')
      return new Promise((answer) => sent.push({ input, answer }))
    },
  })
  const kept = (value: Partial<MapSettings>) =>
    store.set(copyAtom(`${mapSettings.kind}/${me}`), { state: 'here', value: MapSettings.parse(value), at: 1 })
  return { own, sent, timers, kept, signIn, shown: () => store.get(own.atom) }
}

const yes: Answer = { ok: true, output: {}, seq: 1 }
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[MS11] a change applies at once and is marked as saving until the hub has stored it', async () => {
  const { own, sent, kept, shown } = open()
  kept({})
  own.change({ playerColor: 'teal' })
  expect(shown()).toMatchObject({ settings: { playerColor: 'teal', pingColor: 'coral' }, saving: true })
  kept({ playerColor: 'teal' })
  sent[0]?.answer(yes)
  await settled()
  expect(shown()).toMatchObject({ settings: { playerColor: 'teal' }, saving: false, refusal: null })
})

test("[MS12] a refused change is reverted, with the hub's message, until dismissed", async () => {
  const { own, sent, kept, shown } = open()
  kept({ mapOpacity: 0.8 })
  own.change({ mapOpacity: 0.3 })
  sent[0]?.answer({ ok: false, code: 'storageFull', message: 'The disk is full.' })
  await settled()
  expect(shown()).toMatchObject({ settings: { mapOpacity: 0.8 }, saving: false, refusal: 'The disk is full.' })
  own.dismiss()
  expect(shown().refusal).toBeNull()
})

test('[MS13] a slider sends once, after it stopped moving', () => {
  const { own, sent, timers, shown } = open()
  for (const mapOpacity of [0.9, 0.8, 0.7]) own.change({ mapOpacity }, true)
  expect(sent).toEqual([])
  expect(shown()).toMatchObject({ settings: { mapOpacity: 0.7 }, saving: true })
  expect(timers).toHaveLength(1)
  timers[0]?.()
  expect(sent.map(({ input }) => input)).toEqual([{ mapOpacity: 0.7 }])
})

test('[MS800] a change that waits for the end of a slide is not sent for the next account', () => {
  const { own, sent, timers, signIn, shown } = open()
  own.change({ mapOpacity: 0.7 }, true)
  signIn('someone else')
  timers[0]?.()
  expect(sent).toEqual([])
  expect(shown().saving).toBe(false)
})

test('[MS14] the answer to an older change does not revert a newer one', async () => {
  const { own, sent, kept, shown } = open()
  kept({})
  own.change({ playerColor: 'teal' })
  own.change({ playerColor: 'rose' })
  kept({ playerColor: 'teal' })
  sent[0]?.answer(yes)
  await settled()
  expect(shown()).toMatchObject({ settings: { playerColor: 'rose' }, saving: true })
})

test("[MS15] a change from another device applies beside this device's pending changes", () => {
  const { own, kept, shown } = open()
  own.change({ playerColor: 'teal' })
  kept({ pingColor: 'moss' })
  expect(shown().settings).toMatchObject({ playerColor: 'teal', pingColor: 'moss' })
})

test('[MS16] an answer that arrives before its patch causes no temporary revert', async () => {
  const { own, sent, kept, shown } = open()
  kept({ playerColor: 'rose' })
  own.change({ playerColor: 'teal' })
  sent[0]?.answer(yes)
  await settled()
  expect(shown()).toMatchObject({ settings: { playerColor: 'teal' }, saving: true })
  kept({ playerColor: 'teal' })
  expect(shown()).toMatchObject({ settings: { playerColor: 'teal' }, saving: false })
  kept({ playerColor: 'moss' })
  expect(shown().settings.playerColor).toBe('moss')
})
