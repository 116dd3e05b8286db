import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildEverything, clientBuild, runBuild } from '../build/builds.ts'
import { repositoryRoot } from '../repositoryRoot.ts'

const mark = 'mark-bundle-4Jd7'
const secretNames = [
  ...['EVRIMA_RCON_PASSWORD', 'STEAM_API_KEY', 'DISCORD_CLIENT_SECRET', 'OWNER_KEY_HASH', 'OWNER_STEAM_IDS'],
  ...['ROLE_PASSWORD_HASH_OWNER', 'ROLE_PASSWORD_HASH_ADMIN', 'ROLE_PASSWORD_HASH_MODERATOR', 'TRUSTED_PROXIES'],
]

interface BuiltFile {
  readonly name: string
  readonly text: string
}
const isCode = ({ name }: BuiltFile) => ['.js', '.html', '.css'].includes(extname(name))
let folder = ''
let files: readonly BuiltFile[] = []
let code = ''

/** Builds the client with every secret of the hub in the environment. */
beforeAll(async () => {
  for (const name of secretNames) vi.stubEnv(name, `${mark}-${name}`)
  folder = mkdtempSync(join(tmpdir(), 'waterhole-page-'))
  await buildEverything()
  const { exitCode, talk } = await runBuild([...clientBuild.args, '--out', folder])
  vi.unstubAllEnvs()
  if (exitCode !== 0) throw new Error(talk)
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'latin1') }))
  code = files
    .filter(isCode)
    .map(({ text }) => text)
    .join('\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('[BD1] the client was built', () => {
  expect(files.some(({ name }) => name === 'index.html')).toBe(true)
  expect(code.length).toBeGreaterThan(300_000)
  expect(code).toContain('Waterhole')
})

test('[BD2] the page holds no edition for developers, although NODE_ENV is "test" here', () => {
  expect(process.env.NODE_ENV).toBe('test')
  expect(code.includes('Encountered two children with the same key')).toBe(false)
})

test('[V13.3.1] no file of the client contains a secret of the build environment, or code to read one', () => {
  for (const { name, text } of files) expect([name, text.includes(mark)]).toEqual([name, false])
  expect(code).not.toMatch(/process\.env\.(?!NODE_ENV)\w+/)
  // The guide for owners says which variables are to be set; it is a file that their panel alone loads. Nothing else names one.
  const guide = files.filter(({ text }) => text.includes('EVRIMA_RCON_PASSWORD=your-password'))
  expect(guide).toHaveLength(1)
  const rest = files.filter((file) => !guide.includes(file) && isCode(file))
  // Ids of owners are not secret, and an error message names that variable.
  for (const name of secretNames.filter((one) => one !== 'OWNER_STEAM_IDS'))
    expect([name, rest.filter(({ text }) => text.includes(name))]).toEqual([name, []])
})

test('[V13.4.7] the client contains no server file, server library or Node module', () => {
  const words = ['server/engine', 'server/http', 'createHub', 'openSqliteStorage', 'journal_write_ms', 'scryptSync']
  const libraries = ['fastify', 'pino-pretty', 'prom-client', 'node:sqlite', 'node:crypto', 'node:fs']
  for (const word of [...words, ...libraries]) expect([word, code.includes(word)]).toEqual([word, false])
})

test('[V13.4.7] the client contains no source files', () => {
  expect(files.filter(({ name }) => name.endsWith('.map') || /\.tsx?$/.test(name))).toEqual([])
  expect(code).not.toMatch(/sourceMappingURL|sourcesContent/)
  expect(code).not.toContain(repositoryRoot)
})

test('[V3.4.3] the client needs no inline script', () => {
  const { text = '' } = files.find(({ name }) => name === 'index.html') ?? {}
  for (const [tag] of text.matchAll(/<script\b[^>]*>/g)) expect(tag).toMatch(/\bsrc="\/assets\//)
  expect(text).toMatch(/<script\b/)
  expect(text).not.toMatch(/<[^>]+\son\w+=|javascript:/i)
})

test('[V3.6.1] scripts, styles and fonts come from this hub only', () => {
  const { text = '' } = files.find(({ name }) => name === 'index.html') ?? {}
  for (const [, address = ''] of text.matchAll(/\b(?:src|href)="([^"]*)"/g)) expect(address).toMatch(/^\/(?!\/)/)
  expect(code).not.toMatch(/url\(["']?https?:|@import ["']https?:/)
})
