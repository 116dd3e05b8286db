import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { pathOf } from './paths.ts'

test('[CF1000] a ~ at the beginning of a path is the home folder, and nowhere else', () => {
  expect(pathOf('~/hub data')).toBe(join(homedir(), 'hub data'))
  expect(pathOf('~')).toBe(homedir())
  for (const path of ['data', './~/data', '/srv/~/data', '~steam/data', '/srv/data'])
    expect(pathOf(path)).toBe(resolve(path))
})

test('[CF1001] so it is for every folder that the owner names', () => {
  const at = (name: string) => join(homedir(), 'no-such-folder', name)
  const commands = '{"status": ["true"], "restart": ["true"]}'
  const config = readConfig({
    DATA_DIR: '~/no-such-folder/data',
    BACKUP_DIR: '~/no-such-folder/backups',
    MAP_IMAGE: '~/no-such-folder/map.webp',
    EVRIMA_HOST: '127.0.0.1',
    EVRIMA_RCON_PASSWORD: 'x',
    GAME_LOG: '~/no-such-folder/log',
    MOD_BRIDGE: '~/no-such-folder/Saved',
    HOST_COMMANDS: commands,
  })
  expect(config).toMatchObject({ dataDir: at('data'), backupDir: at('backups'), mapImage: at('map.webp') })
  expect(config.gameFiles).toMatchObject({ log: { place: { path: at('log') } }, modBridge: { path: at('Saved') } })
})
