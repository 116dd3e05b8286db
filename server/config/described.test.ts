import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { configurationOf, joinDetailsOf } from './features.ts'

const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
const known = parseEnv(example.replace(/^# (?=[A-Z][A-Z_]+=)/gm, ''))

/** Secrets, addresses, paths and identities of the example, as an owner may have set them. */
const secret = {
  EVRIMA_HOST: 'game.marker.example',
  EVRIMA_RCON_PASSWORD: 'marker-rcon',
  SOURCE_RCON_HOST: 'mod.marker.example',
  SOURCE_RCON_PASSWORD: 'marker-source',
  PUBLIC_URL: 'https://marker.example',
  GAME_ADDRESS: 'join.marker.example:7777',
  DATA_DIR: '/srv/marker',
  GAME_LOG: 'sftp://marker@marker.example/logs',
  GAME_FILES_KEY: 'marker-key',
  OWNER_STEAM_IDS: '76561190000000000',
  STEAM_API_KEY: 'marker-steam',
  DISCORD_CLIENT_ID: '1234567890',
  DISCORD_CLIENT_SECRET: 'marker-discord',
  OWNER_KEY_HASH: known.OWNER_KEY_HASH,
  REDIS_URL: 'redis://:marker@marker.example/0',
  DISCORD_WEBHOOK_URL: 'https://discord.com/api/webhooks/1/marker',
  WEBHOOK_URL: 'https://marker.example/hook',
  WEBHOOK_SECRET: 'marker-marker-marker',
  PUSH_CONTACT: 'mailto:marker@marker.example',
  TRUSTED_PROXIES: '10.11.12.13',
}

test('[CFD1] each variable is described once for owners, by its name, with what it is for', () => {
  const { variables } = readConfig({})
  expect(variables.map(({ name }) => name).toSorted()).toEqual(Object.keys(known).toSorted())
  expect(variables.filter(({ about }) => about === '').map(({ name }) => name)).toEqual([])
})

test('[V14.2.1] [CFD2] owners read of secrets, addresses, paths and identities only whether they are set', () => {
  const config = readConfig(secret)
  const told = JSON.stringify(configurationOf(config))
  expect(told).not.toMatch(/marker|7656119|1234567890|scrypt|10\.11\.12/)
  for (const name of Object.keys(secret))
    expect(config.variables.find((one) => one.name === name)).toMatchObject({
      isSet: true,
      isHidden: true,
      value: null,
    })
  expect(readConfig({}).variables.find(({ name }) => name === 'REDIS_URL')).toMatchObject({ isSet: false })
})

test('[CFD3] of a plain one they read what is in effect, and whether the environment sets it', () => {
  const { variables } = readConfig({ COMMUNITY_NAME: 'Isla', CHAT_LOG: '0', MAP_FRAME: '-505,607,-607,509' })
  const of = (name: string) => {
    const { isSet, value } = variables.find((one) => one.name === name) ?? {}
    return [isSet, value]
  }
  expect(of('COMMUNITY_NAME')).toEqual([true, 'Isla'])
  expect(of('CHAT_LOG')).toEqual([true, 'off'])
  expect(of('MAP_FRAME')).toEqual([true, '-505,607,-607,509'])
  expect(of('POSITIONS_SECONDS')).toEqual([false, '2'])
  expect(of('DEMO')).toEqual([false, 'on'])
  expect(of('GAME_MODE')).toEqual([false, null])
})

test('[CFD4] a hub with a game offers Discord once its application is set, and a demo always does', () => {
  const game = { EVRIMA_HOST: 'game', EVRIMA_RCON_PASSWORD: 'x' }
  const application = { DISCORD_CLIENT_ID: '1234567890', DISCORD_CLIENT_SECRET: 'y' }
  const offered = (environment: NodeJS.ProcessEnv) => joinDetailsOf(readConfig(environment)).signIn
  expect(offered(game)).toEqual(['steam'])
  expect(offered({ DEMO: '0' })).toEqual(['steam'])
  expect(offered({ ...game, ...application })).toEqual(['steam', 'discord'])
  expect(offered({})).toEqual(['steam', 'discord'])
})
