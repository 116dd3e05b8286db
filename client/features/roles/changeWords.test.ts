import { expect, test } from 'vitest'
import { changeWords } from './changeWords.ts'

test('[CW1] a change is told with the words of roles and permissions', () => {
  expect(changeWords({ what: 'role', before: 'player', after: 'moderator' })).toBe('Role: player → moderator')
  expect(changeWords({ what: 'banPlayers', before: 'asRole', after: 'given' })).toBe(
    'Ban players: as the role has it → given',
  )
})

test('[CW3] sessions and tokens that were ended are counted', () => {
  expect(changeWords({ what: 'sessions', before: '2', after: '0' })).toBe('Logged out everywhere (2)')
  expect(changeWords({ what: 'tokens', before: '3', after: '0' })).toBe('Tokens revoked (3)')
})

test('[CW2] what a newer hub calls otherwise is shown as it stands', () => {
  expect(changeWords({ what: 'tameDinosaurs', before: 'never', after: 'toString' })).toBe(
    'TameDinosaurs: never → toString',
  )
})
