import { expect, test } from 'vitest'
import { minorUnits, moneyInput, moneyText } from './money.ts'

test('[DNT1] amounts are kept in the minor units of their currency', () => {
  expect(minorUnits('12.5', 'EUR')).toBe(1_250)
  expect(minorUnits('12', 'USD')).toBe(1_200)
  expect(minorUnits('300.00', 'JPY')).toBe(300)
  expect(minorUnits('1.234', 'KWD')).toBe(1_234)
  expect(moneyInput(1_250, 'EUR')).toBe('12.50')
  expect(moneyInput(300, 'JPY')).toBe('300')
  expect(moneyText(123_456, 'EUR')).toBe('EUR 1,234.56')
})

test('[DNT5] a comma before one or two digits is a decimal point, as in files of spreadsheets in most of Europe', () => {
  expect(minorUnits('12,50', 'EUR')).toBe(1_250)
  expect(minorUnits('3,5', 'EUR')).toBe(350)
})

test.each([
  ['12.345', 'EUR'],
  ['1,000', 'EUR'],
  ['1,000', 'KWD'],
  ['1,5', 'JPY'],
  ['1,234.50', 'EUR'],
  ['1.5', 'JPY'],
  ['-1', 'EUR'],
  ['0.00', 'EUR'],
  ['1e3', 'EUR'],
  ['', 'EUR'],
  ['5', 'Euro'],
  ['99999999999', 'EUR'],
])('[DNT2] "%s" %s is not an amount', (text, currency) => expect(minorUnits(text, currency)).toBeNull())
