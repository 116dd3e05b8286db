// @vitest-environment happy-dom

import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { permissionsOf, type Role } from '../../shared/engine/permissions.ts'
import { routes } from '../routes.tsx'
import { renderScreen } from '../testing/renderScreen.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { accountPlaces, openPlaces, phonePlaces, railGroups } from './places.ts'
import { Rail } from './Rail.tsx'

beforeEach(() => localStorage.clear())

const placesOf = (role: Role | 'guest', isDemo = false) => {
  const may = permissionsOf[role]
  const open = openPlaces(routes, { may, isDemo })
  const names = (places: readonly { readonly name: string }[]) => places.map(({ name }) => name)
  return {
    rail: Object.fromEntries(railGroups(open, may).map(({ name, places }) => [name, names(places)])),
    account: names(accountPlaces(open, may)),
  }
}

test('[FQ3] the rail shows each role the places that it may open, in the groups of the specification', () => {
  const looking = ['Home', 'Live Map', 'Profile']
  const community = { Community: ['Events', 'Games', 'Leaderboards', 'Information'] }
  expect(placesOf('guest')).toEqual({
    rail: { Play: looking, Economy: ['Shop', 'Redeem', 'Market', 'Skin Designer'], ...community },
    account: ['Auth Test'],
  })
  const play = [...looking, 'Inventory', 'Dinosaur selection', 'Friends']
  const everyone = { Play: play, Economy: ['Shop', 'Player shop', 'Redeem', 'Market', 'Skin Designer'], ...community }
  expect(placesOf('player')).toEqual({
    rail: everyone,
    account: ['Admin controls', 'Ledger', 'Notifications', 'Auth Test', 'Sessions and tokens'],
  })
  const moderator = ['Players', 'Admin', 'Admin controls']
  expect(placesOf('moderator').rail).toEqual({ ...everyone, Staff: [...moderator, 'Timeline', 'Game log'] })
  const admin = { ...everyone, Staff: [...moderator, 'Console', 'Replay', 'Timeline', 'Game log', 'Audit'] }
  expect(placesOf('admin').rail).toEqual(admin)
  expect(placesOf('owner')).toEqual({
    rail: {
      ...admin,
      Owner: ['Owner panel', 'Owner Admin', 'Connections', 'Catalogue', 'Staff and roles', 'Map calibration'],
    },
    account: ['Ledger', 'Notifications', 'Auth Test', 'Sessions and tokens'],
  })
})

test('[FQ4] testers find fixtures and parts in the account menu of a demo, and nowhere else', () => {
  expect(placesOf('guest', true).account).toEqual(['Auth Test', 'Fixtures', 'Interface'])
  expect(placesOf('owner').account).not.toContain('Fixtures')
})

test('[FQ5] the rail folds to its drawings, whose links keep their names, and remembers it', { tags: 'slow' }, () => {
  const may = permissionsOf.owner
  const groups = railGroups(openPlaces(routes, { may, isDemo: false }), may)
  const { unmount } = renderScreen(<Rail groups={groups} />, { path: '/games' })
  const nav = screen.getByRole('navigation', { name: 'Main' })
  const here = within(nav).getByRole('link', { name: 'Games' })
  expect(here.getAttribute('aria-current')).toBe('page')
  expect(
    within(nav)
      .getAllByRole('list')
      .map((group) => group.getAttribute('aria-label')),
  ).toEqual(['Play', 'Economy', 'Community', 'Staff', 'Owner'])
  const wasFolded = nav.dataset.folded !== undefined
  fireEvent.click(screen.getByRole('button', { name: wasFolded ? 'Expand the menu' : 'Collapse the menu' }))
  expect(nav.dataset.folded !== undefined).toBe(!wasFolded)
  expect(localStorage.getItem('waterhole.rail')).toBe(wasFolded ? 'unfolded' : 'folded')
  expect(within(nav).getByRole('link', { name: 'Games' })).toBeDefined()
  unmount()
})

test('[FQ6] arrow keys move between the links of the rail, Home and End to its ends', () => {
  const may = permissionsOf.player
  renderScreen(<Rail groups={railGroups(openPlaces(routes, { may, isDemo: false }), may)} />)
  const [home, map] = screen.getAllByRole('link')
  const last = screen.getAllByRole('link').at(-1)
  home?.focus()
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
  press('ArrowDown')
  expect(document.activeElement).toBe(map)
  press('End')
  expect(document.activeElement).toBe(last)
  press('ArrowDown')
  expect(document.activeElement).toBe(last)
  press('Home')
  expect(document.activeElement).toBe(home)
})

test('[FQ7] on a telephone the places used most are in a bar, and all of them under More', () => {
  const may = permissionsOf.admin
  const open = openPlaces(routes, { may, isDemo: false })
  const { address } = renderScreen(<PhoneBar places={phonePlaces(open)} groups={railGroups(open, may)} />, {
    path: '/map',
  })
  const bar = screen.getByRole('navigation', { name: 'Main' })
  expect(
    within(bar)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Map', 'Dinosaur', 'Shop', 'Events'])
  expect(within(bar).getByRole('link', { name: 'Map' }).getAttribute('aria-current')).toBe('page')
  fireEvent.click(within(bar).getByRole('button', { name: 'More' }))
  const sheet = screen.getByRole('dialog', { name: 'More' })
  fireEvent.click(within(sheet).getByRole('link', { name: 'Audit' }))
  expect(address()).toBe('/audit')
  expect(screen.queryByRole('dialog')).toBeNull()
})
