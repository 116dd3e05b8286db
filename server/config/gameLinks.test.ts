import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './configError.ts'

const game = { EVRIMA_HOST: 'game.example.org', EVRIMA_RCON_PASSWORD: 'pw' }
const source = { SOURCE_RCON_HOST: 'mod.example.org', SOURCE_RCON_PASSWORD: 'spw' }
const linksOf = (environment: NodeJS.ProcessEnv) => readConfig({ ...game, ...environment }).actionLinks

const errorFor = (environment: NodeJS.ProcessEnv) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'it was accepted'
}

test('[CA14] without variables there are no backup links and no own templates', () => {
  expect(linksOf({})).toEqual({ evrimaTemplates: {}, source: null, bridge: null })
})

test('[CA15] both backup links are read as written', () => {
  const bridge = { BRIDGE_URL: 'http://10.0.0.1:9000/api', BRIDGE_TOKEN: 't0ken' }
  expect(linksOf({ ...source, ...bridge, SOURCE_WORDS: '{"slay":"kill {id}"}' })).toEqual({
    evrimaTemplates: {},
    source: { host: 'mod.example.org', port: 27_015, password: 'spw', templates: { slay: 'kill {id}' } },
    bridge: { url: 'http://10.0.0.1:9000/api', token: 't0ken', templates: {} },
  })
})

test('[CA16] commands are turned off only by an explicit no', () => {
  expect(readConfig({ RCON: '0' }).features.rcon).toBe(false)
  expect(errorFor({ ...game, RCON: 'maybe' })).toContain('RCON holds "maybe"')
})

test('[CA17] templates may be given as a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-templates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'templates.json'), '{"kick":"{id}"}')
  expect(linksOf({ EVRIMA_WORDS: join(folder, 'templates.json') }).evrimaTemplates).toEqual({ kick: '{id}' })
})

test.each([
  [{ SOURCE_WORDS: '{"slay":"slay {player}"}' }, ['SOURCE_WORDS', 'slay', '{player}', '{id} {name}']],
  [{ SOURCE_WORDS: '{"smite":"smite {id}"}' }, ['SOURCE_WORDS', '"smite"', 'slay, heal']],
  [{ SOURCE_WORDS: '{"slay":"slay {id"}' }, ['SOURCE_WORDS', 'brace']],
  [{ SOURCE_WORDS: '{"slay":"slay \\"{id}"}' }, ['SOURCE_WORDS', 'a quote that is not closed']],
  [{ SOURCE_WORDS: '{"slay":"slay {id}\\nquit"}' }, ['SOURCE_WORDS', 'line break']],
  [{ BRIDGE_WORDS: '{slay}' }, ['BRIDGE_WORDS', 'this is not JSON']],
  [{ BRIDGE_WORDS: '["slay"]' }, ['BRIDGE_WORDS', 'no file can be read there']],
  [{ BRIDGE_WORDS: '{"slay":1}' }, ['BRIDGE_WORDS', 'a JSON object']],
  [{ EVRIMA_WORDS: './no/such/file.json' }, ['EVRIMA_WORDS', 'no file can be read there']],
  [{ EVRIMA_WORDS: '{"slay":"{id}"}' }, ['EVRIMA_WORDS', '"slay"', 'kick, ban']],
  [{ SOURCE_RCON_HOST: 'mod' }, ['SOURCE_RCON_PASSWORD is missing']],
  [{ SOURCE_RCON_PASSWORD: 'pw' }, ['SOURCE_RCON_HOST is missing']],
  [{ SOURCE_RCON_PORT: '0' }, ['SOURCE_RCON_PORT', '1 to 65535']],
  [{ BRIDGE_TOKEN: 'x' }, ['BRIDGE_URL is missing']],
  [{ BRIDGE_URL: 'bridge' }, ['BRIDGE_URL', 'http://127.0.0.1:9000']],
  [{ BRIDGE_URL: 'http://me:pw@bridge' }, ['BRIDGE_URL', 'not shown', 'BRIDGE_TOKEN']],
  [{ BRIDGE_URL: 'http://bridge', BRIDGE_TOKEN: 'two words' }, ['BRIDGE_TOKEN', 'without spaces']],
] as const)('[CA18] %o is refused with a message that says what to change', (environment, parts) => {
  for (const part of parts) expect(errorFor({ ...game, ...environment })).toContain(part)
})

test.each([source, { BRIDGE_URL: 'http://127.0.0.1:9000' }])(
  '[CA19] %o without a game server is refused: commands for simulated players would reach a real one',
  (environment) => {
    expect(errorFor(environment)).toContain('EVRIMA_HOST is not')
  },
)
