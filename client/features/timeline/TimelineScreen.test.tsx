// @vitest-environment happy-dom
// One file because all tests open the same screen on one set of entries.
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { z } from 'zod'
import { mainServer } from '../../../shared/engine/ids.ts'
import {
  attachPin,
  type Pin,
  pinChanges,
  pinTimeline,
  readPins,
  unpinTimeline,
} from '../../../shared/features/timeline/pins.ts'
import { searchTimeline, type TimelineEntry } from '../../../shared/features/timeline/queries.ts'
import { answering, given, refusal, renderScreen, screenNow, signedIn } from '../../testing/renderScreen.tsx'
import { BanPins, type ChosenPin, PinChoice } from './BanPins.tsx'
import { marksOf, ticksIn } from './lanes.ts'
import { TimelineScreen } from './TimelineScreen.tsx'
import { circleOf } from './timelineAddress.ts'
import { pinHref, timelineHref } from './timelineHref.ts'
import { missingMap } from './timelineParts.ts'
import { useTimelineEntries } from './useTimelineEntries.ts'

const [rex, mia] = ['76561198000000001', '76561198000000002']
const minute = 60_000
const entry = (key: string, more: Partial<TimelineEntry>): TimelineEntry => ({
  key,
  kind: 'chat',
  at: screenNow - 5 * minute,
  act: 'chat',
  did: 'wrote in global chat: {text}',
  order: null,
  by: rex,
  byName: 'Rex',
  role: null,
  target: null,
  detail: { text: 'hello' },
  delivery: null,
  outcome: null,
  persons: [rex],
  place: null,
  ...more,
})
const kill = entry('gameKills-1', {
  kind: 'kills',
  act: 'kill',
  at: screenNow - 3 * minute,
  did: 'killed {target}',
  target: { id: mia, name: 'Mia' },
  detail: {},
})
const pin = {
  name: 'Mixed pack',
  from: screenNow - 20 * minute,
  until: screenNow - 10 * minute,
  by: 'ada',
  byName: 'Ada',
  at: screenNow - minute,
}

/** As a moderator, who sees no map: what needs a canvas is tested in a browser. */
function open(role: 'moderator' | 'player' = 'moderator', path = '/timeline') {
  const asked: { persons: readonly string[]; kinds: readonly string[]; from: number }[] = []
  const rendered = renderScreen(<TimelineScreen />, {
    hello: signedIn(role),
    path,
    queries: [
      answering(searchTimeline, (input) => {
        asked.push(input)
        return { entries: [kill, entry('gameChat-1', {})], next: null, searchedTo: null }
      }),
    ],
  })
  return { ...rendered, asked }
}
const sentences = async () =>
  within(await screen.findByRole('list', { name: 'What happened' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent)

test('[TW40] what happened is a list by time, and each lane counts its entries', { tags: 'slow' }, async () => {
  open()
  expect(await sentences()).toEqual(['Rex wrote in global chat: “hello”', 'Rex killed Mia'])
  expect(screen.getByRole('button', { name: 'Kills 1' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: /Money/ })).toBeNull()
})

test('[TW41] hiding a lane, and the persons of the address, are asked of the hub', { tags: 'slow' }, async () => {
  const { asked } = open('moderator', `/timeline?persons=${rex}`)
  await sentences()
  expect(asked.at(-1)).toMatchObject({ persons: [rex], kinds: ['kills', 'chat', 'visits', 'staff', 'warnings'] })
  fireEvent.click(screen.getByRole('button', { name: 'Chat 1' }))
  expect((await screen.findByRole('button', { name: 'Chat hidden' })).getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Rex' }))
  expect(screen.queryByRole('button', { name: 'Remove Rex' })).toBeNull()
})

test('[TW42] keys go from entry to entry, and the list marks the one of now', { tags: 'slow' }, async () => {
  open('moderator', `/timeline?at=${screenNow - 6 * minute}`)
  const list = await screen.findByRole('list', { name: 'What happened' })
  const now = () => list.querySelector('[aria-current]')?.textContent ?? ''
  expect(now()).toBe('')
  fireEvent.keyDown(list, { key: 'ArrowDown' })
  expect(now()).toContain('hello')
  fireEvent.keyDown(screen.getByRole('main'), { key: 'n' })
  expect(now()).toContain('killed Mia')
  fireEvent.keyDown(screen.getByRole('main'), { key: 'b' })
  expect(now()).toContain('hello')
})

test('[TW55] where a pin keeps the map of a moment that is not there, the page says that another node may have it', () => {
  const pin = { from: screenNow - minute, until: screenNow, withMap: true }
  const elsewhere =
    /isn't recorded here\. If the hub has several nodes, another one may have it: it can be seen while that one leads\.$/
  expect(missingMap(screenNow, [pin])).toMatch(elsewhere)
  for (const pins of [[], [{ ...pin, withMap: false }], [{ ...pin, until: screenNow - 1 }]])
    expect(missingMap(screenNow, pins)).toMatch(/^The map at [\d:]+ isn't recorded\.$/)
})

test('[TW43] players read what is missing; a refusal of the hub is shown', { tags: 'slow' }, async () => {
  const { unmount } = open('player')
  expect(screen.queryByRole('heading', { name: 'Timeline' })?.className ?? 'unseen').toContain('unseen')
  unmount()
  renderScreen(<TimelineScreen />, {
    hello: signedIn('moderator'),
    queries: [answering(searchTimeline, () => refusal('tooFast', 'Too many questions. Wait a moment.'))],
  })
  expect(await screen.findByText('Too many questions. Wait a moment.')).toBeDefined()
})

/** What the page does with the entries, without drawing a thousand of them. */
function EntryCount() {
  const { entries, next, isLoading, loadMore } = useTimelineEntries(question)
  return (
    <>
      <p>
        {entries.length} from {entries[0]?.key}
      </p>
      {next !== null && !isLoading ? (
        <button type="button" onClick={loadMore}>
          Load earlier
        </button>
      ) : null}
    </>
  )
}
const question = { server: mainServer, from: screenNow - 60 * minute, to: screenNow }

test('[TW51] a thousand entries are loaded at once, and earlier ones on demand as long as there are any', {
  tags: 'slow',
}, async () => {
  const asked: (string | null)[] = []
  const [perPage, pages] = [200, 6]
  renderScreen(<EntryCount />, {
    hello: signedIn('moderator'),
    queries: [
      answering(searchTimeline, ({ before }) => {
        asked.push(before)
        const nth = before === null ? 0 : Number(before.split(':')[0])
        const entries = Array.from({ length: perPage }, (_, at) => {
          const key = nth * perPage + at
          return entry(`gameChat-${key}`, { at: screenNow - minute - key })
        })
        return { entries, next: nth + 1 < pages ? `${nth + 1}:0` : null, searchedTo: null }
      }),
    ],
  })
  const button = await screen.findByRole('button', { name: 'Load earlier' })
  expect(screen.getByText('1000 from gameChat-999')).toBeDefined()
  fireEvent.click(button)
  await screen.findByText('1200 from gameChat-1199')
  expect(asked).toEqual([null, '1:0', '2:0', '3:0', '4:0', '5:0'])
  expect(screen.queryByRole('button', { name: 'Load earlier' })).toBeNull()
})

test('[TW800] after the question has changed, no earlier entries of the one before are loaded in place of the new ones', async () => {
  const use = { current: null as ReturnType<typeof useTimelineEntries> | null }
  const Asking = () => {
    const [person, ask] = useState(rex)
    use.current = useTimelineEntries({ ...question, persons: [person] })
    return (
      <button type="button" onClick={() => ask(mia)}>
        Ask for Mia
      </button>
    )
  }
  const asked: (readonly string[])[] = []
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  renderScreen(<Asking />, {
    hello: signedIn('moderator'),
    queries: [
      answering(searchTimeline, ({ persons, before }) => {
        asked.push(persons)
        const entries = Array.from({ length: 200 }, (_, at) => entry(`gameChat-${persons} ${before} ${at}`, {}))
        return { entries, next: `${Number(before?.split(':')[0] ?? 0) + 1}:0`, searchedTo: null }
      }),
    ],
  })
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await pass(1_000)
  expect(use.current).toMatchObject({ isOld: false, isLoading: false })
  fireEvent.click(screen.getByRole('button'))
  expect(use.current).toMatchObject({ isOld: true, isLoading: true })
  const count = asked.length
  act(() => use.current?.loadMore())
  await pass(0)
  expect(asked).toHaveLength(count)
  await pass(1_000)
  expect(asked.at(-1)).toEqual([mia])
  expect(use.current).toMatchObject({ isOld: false, isLoading: false })
  expect(use.current?.entries.every(({ key }) => key.includes(mia))).toBe(true)
})

test('[TW801] entries of the question before are marked as such until the new ones arrive', {
  tags: 'slow',
}, async () => {
  open('moderator', `/timeline?persons=${rex}`)
  await sentences()
  const side = screen.getByRole('region', { name: 'Entries' })
  expect([side.dataset.old, within(side).getByRole('status').textContent]).toEqual([undefined, '2 entries'])
  fireEvent.click(screen.getByRole('button', { name: 'Remove Rex' }))
  expect([side.dataset.old, within(side).getByRole('status').textContent]).toEqual(['true', 'Loading…'])
  expect(await within(side).findByText('2 entries')).toBeDefined()
  expect(side.dataset.old).toBeUndefined()
})

const pinned = given(pinChanges, mainServer, {})
const pinsOf = (pins: Record<string, z.input<typeof Pin>>) => answering(readPins, () => ({ pins, minutes: 10 }))

test('[TW44] a time is pinned with a name, and a refusal stays in the dialog', { tags: 'slow' }, async () => {
  const { sent } = renderScreen(<TimelineScreen />, {
    hello: { ...signedIn('moderator'), may: ['viewPendingCommands', 'readChat', 'banPlayers', 'play', 'look'] },
    documents: [pinned],
    queries: [answering(searchTimeline, () => ({ entries: [], next: null, searchedTo: null })), pinsOf({ p1: pin })],
  })
  expect(await screen.findByText('Nothing happened in this time.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Pin this time' }))
  const dialog = screen.getByRole('dialog', { name: 'Pin this time' })
  expect(dialog.textContent).toContain('It takes 15 min of the quota; 10 of 240 min are used.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pin' }))
  expect(sent).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Cheater' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pin' }))
  expect(sent).toMatchObject([{ name: pinTimeline.name, input: { name: 'Cheater', until: screenNow } }])
  await sent[0]?.answer({ ok: false, code: 'tooMany', message: 'There are 40 pins.' })
  expect(within(dialog).getByText('There are 40 pins.')).toBeDefined()
})

test('[TW45] unpinning asks once, and names the ban to which the pin is attached', async () => {
  const bans = [{ id: rex, name: 'Rex' }]
  const { sent, settle } = renderScreen(<TimelineScreen />, {
    hello: { ...signedIn('moderator'), may: ['viewPendingCommands', 'readChat', 'banPlayers', 'play', 'look'] },
    documents: [pinned],
    queries: [pinsOf({ p1: { ...pin, bans } })],
  })
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Pins (1)' }))
  fireEvent.click(screen.getByRole('button', { name: 'Unpin Mixed pack' }))
  const question = screen.getByRole('dialog', { name: 'Unpin Mixed pack?' })
  expect(question.textContent).toContain('attached to the ban of Rex')
  fireEvent.click(within(question).getByRole('button', { name: 'Unpin Mixed pack' }))
  expect(sent).toMatchObject([{ name: unpinTimeline.name, input: { id: 'p1', evenAttached: true } }])
})

test('[TW46] a ban shows its pins, and a pin is attached where the ban is changed', async () => {
  const { sent, settle } = renderScreen(<BanPins player={rex} canChange />, {
    hello: signedIn('admin'),
    documents: [pinned],
    queries: [pinsOf({ p1: { ...pin, bans: [{ id: rex, name: 'Rex' }] }, p2: { ...pin, name: 'Chat' } })],
  })
  await settle()
  expect(screen.getByRole('link', { name: 'Mixed pack' }).getAttribute('href')).toContain('pin=p1')
  fireEvent.change(screen.getByLabelText('Attach a pin'), { target: { value: 'p2' } })
  expect(sent).toMatchObject([{ name: attachPin.name, input: { id: 'p2', player: rex, attached: true } }])
})

test('[TW2031] the pins are asked for once for all rows of a list, again when they change, and show nothing of one account to the next', async () => {
  const asked: number[] = []
  const kept: Record<string, z.input<typeof Pin>> = { p1: { ...pin, bans: [{ id: rex, name: 'Rex' }] } }
  const { settle, change, sayHello } = renderScreen(
    <>
      <BanPins player={rex} />
      <BanPins player={mia} />
    </>,
    {
      hello: signedIn('admin'),
      documents: [pinned],
      queries: [
        answering(readPins, ({ revision }) => {
          asked.push(revision)
          return revision === 7 ? refusal('failed', 'Something went wrong.') : { pins: kept, minutes: 10 }
        }),
      ],
    },
  )
  await settle()
  expect([asked, screen.getAllByRole('link').map((link) => link.textContent)]).toEqual([[0], ['Mixed pack']])
  kept.p2 = { ...pin, name: 'Chat', bans: [{ id: mia, name: 'Mia' }] }
  change(given(pinChanges, mainServer, { revision: 1 }))
  await settle()
  expect([asked, screen.getAllByRole('link').length]).toEqual([[0, 1], 2])
  change(given(pinChanges, mainServer, { revision: 7 }))
  sayHello(signedIn('admin', 'bob'))
  await settle()
  expect(screen.queryByRole('link')).toBeNull()
})

test('[TW2120] a page whose question about the pins was refused asks again after a while', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  renderScreen(<BanPins player={rex} />, {
    hello: signedIn('admin'),
    documents: [pinned],
    queries: [
      answering(readPins, () => {
        asked += 1
        if (asked < 3) return refusal('unanswered', "The hub didn't answer in time.")
        return { pins: { p1: { ...pin, bans: [{ id: rex, name: 'Rex' }] } }, minutes: 10 }
      }),
    ],
  })
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await pass(4_000)
  expect([asked, screen.queryByRole('link')]).toEqual([1, null])
  for (const ms of [2_000, 6_000, 1_000]) await pass(ms)
  expect([asked, screen.queryByRole('link')?.textContent]).toEqual([3, 'Mixed pack'])
  await pass(60_000)
  expect(asked).toBe(3)
})

test('[TW47] an address names a moment, persons, a place and a pin; nonsense in it counts as nothing', () => {
  expect(timelineHref({ at: 5.4, persons: [rex, mia] })).toBe(`/timeline?at=5&persons=${rex},${mia}`)
  expect(timelineHref({})).toBe('/timeline')
  const kept = {
    id: 'p1',
    from: 10,
    until: 20,
    persons: [{ id: rex }],
    kinds: ['kills'],
    place: { x: 1, y: 2, radius: 3 },
  }
  expect(pinHref(kept)).toBe(`/timeline?at=10&from=10&until=20&persons=${rex}&pin=p1&kinds=kills&near=1,2,3`)
  expect(circleOf('10,20,30')).toEqual({ x: 10, y: 20, radius: 30 })
  for (const wrong of ['', '1,2', '1,2,0', '1,2,x', '99999,2,3', '1,2,99999']) expect(circleOf(wrong)).toBeNull()
})

test('[TW50] a time that is not a date counts as none, and the page is drawn', { tags: 'slow' }, async () => {
  for (const wrong of ['at=9e17', 'from=9e15&until=9.0000000001e15']) {
    const { asked } = open('moderator', `/timeline?${wrong}`)
    expect((await sentences())?.length).toBe(2)
    expect(asked[0]?.from).toBe(screenNow - 15 * minute)
    cleanup()
  }
})

test('[TW48] entries too close to tell apart are one mark, and the axis has round times', () => {
  const time = { from: 0, until: 100_000 }
  const at = (ms: number) => ({ at: ms, kind: 'chat' as const })
  const marks = marksOf([at(1_000), at(1_400), at(50_000), at(200_000)], time, 100).get('chat')
  expect(marks?.map(({ count }) => count)).toEqual([2, 1])
  expect(ticksIn({ from: 0, until: 15 * minute }, 0).map((tick) => tick / minute)).toEqual([2, 4, 6, 8, 10, 12, 14])
})

test('[TW49] a pin that is chosen in the dialog of a ban is attached once the ban is issued', async () => {
  let chosen: ChosenPin | null = null
  const { sent, settle } = renderScreen(
    <PinChoice
      pin={null}
      onPin={(next) => {
        chosen = next
      }}
    />,
    { hello: signedIn('admin'), documents: [pinned], queries: [pinsOf({ p1: pin })] },
  )
  await settle()
  fireEvent.change(screen.getByLabelText('Pin from the timeline'), { target: { value: 'p1' } })
  expect(sent).toEqual([])
  ;(chosen as ChosenPin | null)?.attachTo(rex)
  expect(sent).toMatchObject([{ name: attachPin.name, input: { id: 'p1', player: rex, attached: true } }])
})
