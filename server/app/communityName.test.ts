import { expect, test } from 'vitest'
import { changeHubText } from '../../shared/features/settings/commands.ts'
import { hubSettings, shownTexts } from '../../shared/features/settings/hubSettings.ts'
import { settingsFeature } from '../features/settings/feature.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { communityOf, followCommunityName } from './communityName.ts'

test('[SWI9] the name that an owner sets goes before the configured one, and open pages are greeted when it changes, not otherwise', async () => {
  const { hub, dispatch } = await openApp([settingsFeature([])])
  let greetings = 0
  const stop = followCommunityName(hub, {
    greet() {
      greetings += 1
    },
  })
  const set = (text: string, to: string | null, seen: string | null) =>
    dispatch(person('olga', 'owner'), changeHubText.name, { text, to, seen })
  expect(communityOf(hub, 'Isla')).toBe('Isla')
  await set('communityName', 'Isla Verde', null)
  expect([communityOf(hub, 'Isla'), greetings]).toEqual(['Isla Verde', 1])
  await set('gameMode', 'Semi-realism', null)
  expect(greetings).toBe(1)
  await set('communityName', null, 'Isla Verde')
  expect([communityOf(hub, 'Isla'), greetings]).toEqual(['Isla', 2])
  stop()
  await set('communityName', 'Isla Roja', null)
  expect(greetings).toBe(2)
})

test('[SWI10] what an owner sets for those who join goes before the environment, field by field', () => {
  const configured = { gameMode: 'Semi-realism', discordInvite: null, address: 'play.example:1' }
  const own = { discordInvite: 'https://discord.gg/isla', joinText: 'Be fair.' }
  expect(shownTexts(hubSettings.schema.parse(own), configured)).toEqual({ ...configured, ...own })
  expect(shownTexts(hubSettings.schema.parse({ gameMode: '3X' }), configured)).toMatchObject({ gameMode: '3X' })
})
