import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { envFileWarnings, loadEnvFile, warningsOf } from './envFile.ts'

const settings = readConfig({}).variables.map(({ name }) => name)

test.each([
  ['EVRIMA_RCON_PASSWROD', 'EVRIMA_RCON_PASSWORD'],
  ['EVRIMA_RCONPORT', 'EVRIMA_RCON_PORT'],
  ['DISCORD_CLIENTSECRET', 'DISCORD_CLIENT_SECRET'],
  ['OWNER_STEAM_ID', 'OWNER_STEAM_IDS'],
  ['PROT', 'PORT'],
  ['data_dir', 'DATA_DIR'],
])('[ENF1] %s in .env is taken for %s', (typed, meant) => {
  expect(warningsOf([typed], settings)).toEqual([
    `${typed} in .env is not a setting of the hub: did you mean ${meant}?`,
  ])
})

test('[ENF2] a name that is like none is named, unless it may be a part of a secret', () => {
  expect(warningsOf(['FAVOURITE_ANIMAL', 'qX3vT9pLmZ'], settings)).toEqual([
    'FAVOURITE_ANIMAL in .env is not a setting of the hub. All settings are in .env.example.',
    'A name that is not shown in .env is not a setting of the hub. All settings are in .env.example.',
  ])
})

test('[ENF3] settings, and names that other programs read, are not warned of', () => {
  expect(warningsOf([...settings, 'NODE_OPTIONS', 'TZ', 'COMPOSE_PROJECT_NAME', 'DOCKER_HOST'], settings)).toEqual([])
})

test('[ENF4] only the file is looked at, not the environment, and no value is printed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    for (const name of ['WATERHOLE_ENF_ELSEWHERE', 'PUBLIC_ULR', 'LOG_LEVLE']) delete process.env[name]
  })
  process.env.WATERHOLE_ENF_ELSEWHERE = '1'
  loadEnvFile(join(folder, 'none'))
  expect(envFileWarnings(settings)).toEqual([])
  writeFileSync(join(folder, '.env'), '# PORTT=1\nPUBLIC_ULR=https://marker.example\nexport LOG_LEVLE=marker\n')
  loadEnvFile(join(folder, '.env'))
  expect(envFileWarnings(settings)).toEqual([
    'LOG_LEVLE in .env is not a setting of the hub: did you mean LOG_LEVEL?',
    'PUBLIC_ULR in .env is not a setting of the hub: did you mean PUBLIC_URL?',
  ])
})
