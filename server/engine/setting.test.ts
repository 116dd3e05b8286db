import { expect, test } from 'vitest'
import { createReadSetting, defineSetting, setTo } from './rule.ts'

const owners = defineSetting<readonly string[]>('owners', [])

test('[ES1] a setting has the value that a feature gives it, otherwise its fallback', () => {
  expect(createReadSetting([])(owners)).toEqual([])
  expect(createReadSetting([setTo(owners, ['ann'])])(owners)).toEqual(['ann'])
})

test('[ES2] two values for one setting prevent the start, with its name', () => {
  expect(() => createReadSetting([setTo(owners, ['ann']), setTo(owners, ['bob'])])).toThrow('"owners"')
})
