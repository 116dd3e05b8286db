// @vitest-environment happy-dom

import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../../../shared/engine/permissions.ts'
import { renderScreen, signedIn } from '../../testing/renderScreen.tsx'
import { RoleNotice } from './RoleNotice.tsx'

beforeEach(() => localStorage.clear())

const news = () => screen.queryByRole('status')?.textContent ?? null

test('[FQ18] a new role is announced to the person, with the page of what they can do, until they dismiss it', () => {
  const { sayHello } = renderScreen(<RoleNotice />, { hello: signedIn('player') })
  expect(news()).toBeNull()
  sayHello(signedIn('moderator'))
  expect(news()).toMatch(/^You are now a moderator\./)
  expect(screen.getByRole('link', { name: 'Admin controls' }).getAttribute('href')).toBe('/admin-controls')
  fireEvent.click(screen.getByRole('button'))
  expect(news()).toBeNull()
  sayHello(signedIn('player'))
  expect(news()).toMatch(/^You are now a player\./)
  expect(screen.queryByRole('link')).toBeNull()
})

test('[FQ19] a role that was given while the person was away is announced on their next visit, and only then', () => {
  const visit = (role: Role, id = 'ann') => {
    const { unmount } = renderScreen(<RoleNotice />, { hello: signedIn(role, id) })
    const said = news()
    unmount()
    return said
  }
  expect(visit('player')).toBeNull()
  expect(visit('admin')).toMatch(/^You are now an admin\./)
  expect(visit('admin')).toBeNull()
  expect(visit('player', 'bob')).toBeNull()
})

test('[FQ20] a role that lasts for a session or a view only is not news', () => {
  const { sayHello } = renderScreen(<RoleNotice />, { hello: signedIn('owner') })
  const owner = signedIn('owner')
  if (!owner.principal) throw new Error('An owner is signed in.')
  const session = { id: 'session-1', elevatedUntil: null, viewing: 'player' as const }
  sayHello({ ...owner, principal: { ...owner.principal, role: 'player', session } })
  expect(news()).toBeNull()
})

test('[FQ2775] permissions that are taken or given singly while the page is open are named, and those of a session or a view are not', () => {
  const admin = signedIn('admin', 'eve')
  const without = (...taken: string[]) => ({ ...admin, may: admin.may.filter((one) => !taken.includes(one)) })
  const { sayHello } = renderScreen(<RoleNotice />, { hello: admin })
  sayHello(signedIn('admin', 'eve'))
  expect(news()).toBeNull()
  sayHello(without('banPlayers'))
  expect(news()).toMatch(/^Your permissions have changed\. You no longer have “Ban players”\./)
  // One after the other, as owners take them.
  sayHello(without('banPlayers', 'runConsole'))
  expect(news()).toMatch(/^Your permissions have changed\. You no longer have “Ban players” and “Use the console”\./)
  sayHello(admin)
  expect(news()).toBeNull()
  sayHello(without('banPlayers', 'runConsole'))
  fireEvent.click(screen.getByRole('button'))
  expect(news()).toBeNull()
  sayHello(without('banPlayers'))
  expect(news()).toMatch(/^Your permissions have changed\. You now have “Use the console”\./)
  fireEvent.click(screen.getByRole('button'))
  if (!admin.principal) throw new Error('An admin is signed in.')
  const session = { id: 'session-1', elevatedUntil: null, viewing: 'player' as const }
  sayHello({ may: ['look', 'play'], principal: { ...admin.principal, role: 'player', session } })
  expect(news()).toBeNull()
  sayHello(without('banPlayers'))
  expect(news()).toBeNull()
  sayHello(signedIn('player', 'eve'))
  expect(news()).toMatch(/^You are now a player\./)
})
