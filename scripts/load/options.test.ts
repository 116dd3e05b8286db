import { expect, test } from 'vitest'
import { loadArguments } from './options.ts'

const url = ['--url', 'http://127.0.0.1:8080/some/page']

test("[LD2] omitted options have defaults, and the URL of any page is reduced to the hub's origin", () => {
  expect(loadArguments(url, {})).toEqual({
    url: 'http://127.0.0.1:8080',
    token: null,
    viewers: 500,
    players: 20,
    seconds: 60,
    rampPerSecond: 100,
    commandEverySeconds: 10,
    playersSee: 'map',
    out: 'build/load',
  })
  expect(loadArguments(['--help'], {})).toBeNull()
})

test('[LD20] a token may be in the environment, where it is not visible in a process list', () => {
  expect(loadArguments(url, { WATERHOLE_TOKEN: 'wht_a' })?.token).toBe('wht_a')
  expect(loadArguments([...url, '--token', 'wht_b'], { WATERHOLE_TOKEN: 'wht_a' })?.token).toBe('wht_b')
  expect(loadArguments(url, { WATERHOLE_TOKEN: '' })?.token).toBeNull()
})

test.each([
  [[], '--url is missing'],
  [['--url', 'ftp://hub'], '--url ftp://hub'],
  [['--url', 'hub'], '--url hub'],
  [[...url, '--viewers', 'many'], '--viewers wants a whole number from 0 to 50000, not "many".'],
  [[...url, '--viewers', ''], '--viewers wants a whole number'],
  [[...url, '--seconds', '0'], '--seconds wants a whole number from 1 to 86400, not "0"'],
  [[...url, '--ramp', '1e9'], '--ramp wants a whole number from 1 to 1000, not "1e9"'],
  [[...url, '--players', '1.5'], '--players wants a whole number from 0 to 20000, not "1.5"'],
  [[...url, '--viewers', '0', '--players', '0'], '--viewers 0 and --players 0: one of them must be above 0'],
  [[...url, '--veiwers', '3'], 'There is no option --veiwers. Did you mean --viewers?'],
])('[LD21] %j is refused by name', (given, message) => {
  expect(() => loadArguments(given, {})).toThrow(message)
})
