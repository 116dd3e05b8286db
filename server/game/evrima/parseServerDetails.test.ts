import { expect, test } from 'vitest'
import { parsePlayables, parseServerDetails } from './parseServerDetails.ts'

const reply =
  '[2026.04.01-15.25.40] ServerDetailsServerName: Test | Server 42, ServerPassword: pw, ServerMap: Gateway, ServerMaxPlayers: 100, ServerCurrentPlayers: 5, bEnableMutations: true, bEnableHumans: true, bServerPassword: false, bQueueEnabled: false, bServerWhitelist: false, bSpawnAI: true, bAllowRecordingReplay: true, bUseRegionSpawning: false, bUseRegionSpawnCooldown: false, RegionSpawnCooldownTimeSeconds: 30, ServerDayLengthMinutes: 90, ServerNightLengthMinutes: 20, bEnableGlobalChat: true'

test('[SD1] the reply of a real build is read completely', () => {
  expect(parseServerDetails(reply)).toEqual({
    value: {
      name: 'Test | Server 42',
      map: 'Gateway',
      maxPlayers: 100,
      currentPlayers: 5,
      hasPassword: false,
      dayLengthMinutes: 90,
      nightLengthMinutes: 20,
      flags: {
        spawnAI: true,
        humans: true,
        globalChat: true,
        whitelist: false,
        queue: false,
        mutations: true,
        recordingReplay: true,
        regionSpawning: false,
        regionSpawnCooldown: false,
      },
      timeOfDayMinutes: null,
      uptimeSeconds: null,
      version: null,
    },
    unknownKeys: [],
    garbage: [],
  })
})

test.each(['pw', 'a, b: c', 'x, ServerName: y', 'hunter2, Foo: bar, Baz: qux', 'with, comma'])(
  '[SD2] nothing of the join password %j remains, not even in the names of unknown keys',
  (password) => {
    const parsed = parseServerDetails(reply.replace(': pw,', `: ${password},`))
    expect(parsed.unknownKeys).toEqual([])
    expect(parsed.value.name).toBe('Test | Server 42')
    expect(JSON.stringify(parsed)).not.toContain(password)
  },
)

test.each(['Fun, Games, and: Teeth', 'ServerMap: none', 'a: b'])('[SD3] the name %j is read unchanged', (name) => {
  expect(parseServerDetails(reply.replace('Test | Server 42', name)).value.name).toBe(name)
})

test('[SD4] where the build does not report whether a password is set, the password itself shows it', () => {
  const untold = reply.replace('bServerPassword: false, ', '')
  expect(parseServerDetails(untold).value.hasPassword).toBe(true)
  expect(parseServerDetails(untold.replace(': pw,', ': ,')).value.hasPassword).toBe(false)
})

test('[SD5] fields that only some servers send are read', () => {
  const more = `${reply}, ServerTimeOfDay: 615.25, ServerUptimeSeconds: 3600, ServerVersion: 0.21.784, bNew: yes\n`
  const { value, unknownKeys } = parseServerDetails(more)
  expect(value).toMatchObject({ timeOfDayMinutes: 615.25, uptimeSeconds: 3600, version: '0.21.784' })
  expect(unknownKeys).toEqual(['bNew'])
})

test.each([
  'ServerDetailsServerMaxPlayers: 9',
  'ServerDetailsServerMaxPlayers: 9, ServerName: , bServerPassword: maybe',
])('[SD6] what is missing or illegible in %j is unknown: not 0, not empty, not false', (partial) => {
  const { value } = parseServerDetails(partial)
  const { flags, ...rest } = value
  expect(rest).toEqual({
    name: null,
    map: null,
    maxPlayers: 9,
    currentPlayers: null,
    dayLengthMinutes: null,
    nightLengthMinutes: null,
    hasPassword: null,
    timeOfDayMinutes: null,
    uptimeSeconds: null,
    version: null,
  })
  expect(new Set(Object.values(flags))).toEqual(new Set([null]))
})

test.each(['', 'nonsense', '<html>: x', 'ServerDetails', 'ServerDetailsServerMaxPlayers: many, bNew: true'])(
  '[SD7] the reply %j without any legible setting is garbage',
  (broken) => {
    expect(() => parseServerDetails(broken)).toThrow('no setting that can be read')
  },
)

test.each([
  ['ServerTimeOfDay', '1500'],
  ['ServerTimeOfDay', '-1'],
  ['ServerUptimeSeconds', '99999999999999'],
  ['ServerUptimeSeconds', '9'.repeat(400)],
  ['ServerDayLengthMinutes', '0'],
  ['ServerNightLengthMinutes', '100001'],
  ['ServerNightLengthMinutes', 'long'],
])('[SD8] an impossible %s of %s is counted and left out, and the rest is read', (key, absurd) => {
  const base = reply.replace(/Server(Day|Night)LengthMinutes: \d+, /g, '')
  const { value, garbage } = parseServerDetails(`${base}, ${key}: ${absurd}`)
  expect(garbage).toEqual([`server details with a broken ${key}`])
  expect(value).toMatchObject({ name: 'Test | Server 42', currentPlayers: 5 })
  const { dayLengthMinutes, nightLengthMinutes, timeOfDayMinutes, uptimeSeconds } = value
  expect([dayLengthMinutes, nightLengthMinutes, timeOfDayMinutes, uptimeSeconds]).toEqual([null, null, null, null])
})

test.each(['3.5', '-1', '100001', '9'.repeat(400)])(
  '[SD33] %s players are impossible: how many there are is unknown, and the rest is read',
  (absurd) => {
    const { value, garbage } = parseServerDetails(reply.replace('Players: 5', `Players: ${absurd}`))
    expect(value).toMatchObject({ currentPlayers: null, maxPlayers: 100 })
    expect(garbage).toEqual(['server details with a broken ServerCurrentPlayers'])
  },
)

test.each([
  'Carnotaurus,Dilophosaurus',
  'Carnotaurus, Dilophosaurus\n',
  '[2026.04.01-14.50.30] GetPlayablesCarnotaurus,Dilophosaurus,',
  '[2026.04.01-14.50.30] Playables updated: BP_Carnotaurus_C,BP_Dilophosaurus_C',
  'Playables\nCarnotaurus\nDilophosaurus\nCarnotaurus',
])('[PY1] %j has two classes', (reply) => {
  expect(parsePlayables(reply)).toEqual({ value: ['Carnotaurus', 'Dilophosaurus'], unknownKeys: [], garbage: [] })
})

test('[PY2] an empty list is valid: no player can spawn', () => {
  expect(parsePlayables('[2026.04.01-14.50.30] ').value).toEqual([])
})

test('[PY3] parts that are not class names are counted; a reply without any class name is garbage', () => {
  expect(parsePlayables('Troodon,<?>')).toMatchObject({
    value: ['Troodon'],
    garbage: ['a playable that is not a class name'],
  })
  expect(() => parsePlayables('<html></html>')).toThrow('no class name')
})

test('[MG13] a build that says first whether there is a password, and then which, is read', () => {
  const { value } = parseServerDetails(
    'ServerDetailsServerMap: G, bServerPassword: true, ServerPassword: s3cret, ServerMaxPlayers: 9',
  )
  expect(value).toMatchObject({ hasPassword: true, maxPlayers: 9 })
})
