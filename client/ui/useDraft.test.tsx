// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { forgetDrafts } from '../connection/draftStorage.ts'
import { renderScreen, signedIn } from '../testing/renderScreen.tsx'
import { useDraft } from './useDraft.ts'

const Note = z.object({ text: z.string() })
const blank = { text: '' }

function NoteField({ schema = Note }: { readonly schema?: z.ZodType<{ text: string }> }) {
  const { value, change, clear } = useDraft('note', schema, blank)
  return (
    <>
      <input aria-label="Note" value={value.text} onChange={({ target }) => change({ text: target.value })} />
      <button type="button" onClick={clear}>
        Sent
      </button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Note')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
/** The page of an account, as after a reload. */
const open = (id: string | null, path = '/notes') =>
  renderScreen(<NoteField />, { path, hello: id === null ? {} : signedIn('player', id) })

afterEach(() => sessionStorage.clear())

test('[FP21] what is typed survives a reload, on its own page and for its own account only', () => {
  const first = open('ann')
  type('half a sen')
  first.unmount()
  for (const [id, path, text] of [
    ['ann', '/notes', 'half a sen'],
    ['bob', '/notes', ''],
    ['ann', '/other', ''],
    [null, '/notes', ''],
  ] as const) {
    const { unmount } = open(id, path)
    expect(field().value).toBe(text)
    unmount()
  }
})

test('[FP22] after success nothing is kept', () => {
  const first = open('ann')
  type('done')
  fireEvent.click(screen.getByText('Sent'))
  expect(field().value).toBe('')
  first.unmount()
  open('ann')
  expect([field().value, sessionStorage.length]).toEqual(['', 0])
})

test('[FP23] text that was typed before the hub has answered stays, and an old draft appears if none was', () => {
  const early = renderScreen(<NoteField />, { path: '/notes', hello: null })
  type('early')
  expect(sessionStorage.length).toBe(0)
  early.sayHello(signedIn('player', 'ann'))
  expect(field().value).toBe('early')
  type('early bird')
  early.unmount()
  const late = renderScreen(<NoteField />, { path: '/notes', hello: null })
  late.sayHello(signedIn('player', 'ann'))
  expect(field().value).toBe('early bird')
})

const Pair = z.object({ one: z.string(), two: z.string() })

function Pairs() {
  const { value, change, clear } = useDraft('pair', Pair, { one: '', two: '' })
  const set = (part: Partial<z.infer<typeof Pair>>) => change((before) => ({ ...before, ...part }))
  const [sent] = useState(() => ({ set }))
  return (
    <>
      <input aria-label="One" value={value.one} onChange={({ target }) => set({ one: target.value })} />
      <input aria-label="Two" value={value.two} onChange={({ target }) => set({ two: target.value })} />
      <button type="button" onClick={() => sent.set({ one: '' })}>
        Answered
      </button>
      <button type="button" onClick={() => setTimeout(clear)}>
        Sent
      </button>
    </>
  )
}

test('[FP29] an answer that clears one field leaves what was typed into another meanwhile, and clears also when its form is gone', async () => {
  const { unmount } = renderScreen(<Pairs />, { path: '/pairs', hello: signedIn('player', 'ann') })
  const put = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  put('One', 'sent')
  put('Two', 'typed meanwhile')
  fireEvent.click(screen.getByText('Answered'))
  const values = ['One', 'Two'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
  expect(values).toEqual(['', 'typed meanwhile'])
  fireEvent.click(screen.getByText('Sent'))
  unmount()
  await expect.poll(() => sessionStorage.length).toBe(0)
})

test('[FP700] success takes back what was sent, and leaves what was typed while it was in flight', async () => {
  renderScreen(<Pairs />, { path: '/pairs', hello: signedIn('player', 'ann') })
  const one = () => screen.getByLabelText<HTMLInputElement>('One')
  const put = (value: string) => fireEvent.change(one(), { target: { value } })
  put('sent')
  fireEvent.click(screen.getByText('Sent'))
  put('the next one')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(one().value).toBe('the next one')
  fireEvent.click(screen.getByText('Sent'))
  await expect.poll(() => one().value).toBe('')
})

test('[FP701] an answer to a form that is gone leaves what was typed into the form that is back', async () => {
  const open = () => renderScreen(<Pairs />, { path: '/pairs', hello: signedIn('player', 'ann') })
  const put = (value: string) => fireEvent.change(screen.getByLabelText('One'), { target: { value } })
  const first = open()
  put('sent')
  fireEvent.click(screen.getByText('Sent'))
  first.unmount()
  open()
  put('the next one')
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(Object.values(sessionStorage).join()).toContain('the next one')
})

test('[FP24] a draft of another shape, or one that is not JSON, is dropped', () => {
  const first = open('ann')
  type('old')
  const [key = ''] = Object.keys(sessionStorage)
  first.unmount()
  for (const kept of ['{"text":7}', '{', 'null']) {
    sessionStorage.setItem(key, kept)
    const { unmount } = open('ann')
    expect(field().value).toBe('')
    unmount()
  }
})

test('[FP25] signing out forgets all drafts of the tab, and another account those of others', () => {
  for (const id of ['ann', 'bob']) {
    const { unmount } = open(id)
    type(`of ${id}`)
    unmount()
  }
  sessionStorage.setItem('other', 'stays')
  forgetDrafts('bob')
  expect(Object.values({ ...sessionStorage })).toEqual(expect.arrayContaining(['{"text":"of bob"}', 'stays']))
  expect(sessionStorage.length).toBe(2)
  forgetDrafts(null)
  expect(sessionStorage.length).toBe(1)
})
