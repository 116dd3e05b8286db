// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { membership, pack } from '../../../shared/features/packs/pack.ts'
import { given, refusal, renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { NoPack } from './NoPack.tsx'
import { PackInvite } from './PackInvite.tsx'

const hello = signedIn('player')
const documents = [given(membership, 'ann', {})]
const noPack = () => renderScreen(<NoPack me="ann" name="Ann" />, { path: '/map', hello, documents })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const dialog = () => within(screen.getByRole('dialog', { name: 'Join a pack' }))

afterEach(() => sessionStorage.clear())

test('[RM1] a typed pack code and a typed pack name survive a reload, and a refused code stays in its field', async () => {
  const first = noPack()
  fireEvent.change(field('Join by code'), { target: { value: ' abc234 ' } })
  fireEvent.change(field('Or start your own'), { target: { value: 'שלום, 🦖 & co' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join pack' }))
  await first.sent[0]?.answer(refusal('noSuchPack', 'No pack has that code.'))
  expect(screen.getByRole('alert').textContent).toBe('No pack has that code.')
  first.unmount()
  noPack()
  expect(field('Join by code').value).toBe('ABC234')
  expect(field('Or start your own').value).toBe('שלום, 🦖 & co')
})

test('[WK11] a pack name with a hidden sign that turns text round is named at its field before it is sent', () => {
  const { sent } = noPack()
  const name = field('Or start your own')
  fireEvent.change(name, { target: { value: 'Night \u202ehunters' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create pack' }))
  expect(screen.getByRole('alert').textContent).toBe(
    "A pack's name can't contain line breaks or hidden control characters.",
  )
  expect([document.activeElement, name.value, sent]).toEqual([name, 'Night \u202ehunters', []])
})

test('[RM2] a joined code is not offered again', async () => {
  const first = noPack()
  fireEvent.change(field('Join by code'), { target: { value: 'ABC234' } })
  fireEvent.click(screen.getByRole('button', { name: 'Join pack' }))
  await first.sent[0]?.answer({ ok: true, output: {}, seq: 1 })
  first.unmount()
  noPack()
  expect(field('Join by code').value).toBe('')
})

test('[RM3] an invite link whose code cannot be one says so before anyone signs in for it', () => {
  for (const code of ['😀', 'ABC', 'שלום', 'ABCDEFGHIJKLM', 'AB,CD2']) {
    const { unmount } = renderScreen(<PackInvite />, { path: `/map?join=${encodeURIComponent(code)}` })
    expect(dialog().getByText("This invite link doesn't work. Ask for a new one.")).toBeDefined()
    expect(dialog().queryByRole('link')).toBeNull()
    fireEvent.click(dialog().getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    unmount()
  }
})

test('[RM4] an invited player joins with one press or Enter, without a field to fill in, and reads why it failed', async () => {
  const { sent } = renderScreen(<PackInvite />, { path: '/map?join=abc234', hello, documents })
  expect(dialog().queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Join pack')
  fireEvent.click(dialog().getByRole('button', { name: 'Join pack' }))
  expect(sent[0]).toMatchObject({ name: 'packs.join', input: { code: 'ABC234' } })
  await sent[0]?.answer(refusal('noSuchPack', 'No pack has that code.'))
  expect(dialog().getByText('No pack has that code.')).toBeDefined()
})

test('[MK29] the question of an invite begins on signing in for a guest', () => {
  renderScreen(<PackInvite />, { path: '/map?join=abc234' })
  expect(document.activeElement?.textContent).toBe('Sign in with Steam')
})

test('[RM300] a member who opens a link with another code is not sent out of the pack, since the link may be an old one of it', () => {
  const id = '00000000-0000-4000-8000-000000000001' as never
  const member = { name: 'Ann', joinedAt: 1, sharedSince: 1 }
  const inPack = [
    given(membership, 'ann', { pack: id }),
    given(pack, id, { name: 'Hunters', leader: 'ann', code: 'NEW234', members: { ann: member } }),
  ]
  renderScreen(<PackInvite />, { path: '/map?join=abc234', hello, documents: inPack })
  const text = dialog().getByText(/Hunters/).textContent
  expect(text).toContain('it is an old link of your pack, or it leads to another pack')
  expect(text).toContain('Before you leave your pack, ask')
  expect(text).not.toContain('Leave it first')
})

test('[RM301] a code that no pack has is not offered again; a pack that is full is', async () => {
  const { sent } = renderScreen(<PackInvite />, { path: '/map?join=abc234', hello, documents })
  const join = () => dialog().queryByRole('button', { name: 'Join pack' })
  const press = () => fireEvent.click(dialog().getByRole('button', { name: 'Join pack' }))
  press()
  await sent[0]?.answer(refusal('full', 'This pack is full.'))
  expect(join()).not.toBeNull()
  press()
  await sent[1]?.answer(refusal('unknownCode', 'No pack has that code.'))
  expect(dialog().getByText('No pack has that code.')).toBeDefined()
  expect(dialog().queryByText(/You're invited/)).toBeNull()
  expect(join()).toBeNull()
  fireEvent.click(dialog().getByRole('button', { name: 'OK' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
