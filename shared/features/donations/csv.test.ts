import { expect, test } from 'vitest'
import { parseDonationsCsv } from './csv.ts'

test('[DNT3] a file of donations is read with its columns in any order', () => {
  const text = '\uFEFFamount;currency;transaction;account\r\n12.50;eur;bank 1;Ann\r\n3;USD;"bank;2";\r\n'
  expect(parseDonationsCsv(text)).toEqual({
    lines: [
      { line: 2, transaction: 'bank 1', amount: 1_250, currency: 'EUR', account: 'Ann', donor: '' },
      { line: 3, transaction: 'bank;2', amount: 300, currency: 'USD', account: '', donor: '' },
    ],
    problems: [],
  })
})

test('[DNT4] each wrong line is named, and then no line counts', () => {
  const text = 'transaction,amount,currency\na,ten,EUR\nb,5,Euro\nb,5,EUR\n,5,EUR\nd,5\ne,5,EUR\n'
  expect(parseDonationsCsv(text)).toEqual({
    lines: [],
    problems: [
      'Line 2: "ten" is not an amount of EUR',
      'Line 3: "EURO" is not a currency. Enter one such as EUR',
      'Line 4: the transaction "b" is on line 3, too',
      'Line 5: a transaction has 1 to 120 characters',
      'Line 6: it has 2 cells, and the first line has 3',
    ],
  })
  expect(parseDonationsCsv('amount,name\n').problems).toEqual([
    'Line 1: "name" is not a column. The columns are transaction, amount, currency, account, donor',
    'Line 1: the column "transaction" is missing',
    'Line 1: the column "currency" is missing',
  ])
})
