import { numberText } from '../../engine/numberText.ts'
import { type Currency, currencies, currencyNames } from './currencies.ts'

/** `Void Pearl` of one, `Void Pearls` of every other amount. */
export const currencyNameOf = (amount: number, currency: Currency) =>
  Math.abs(amount) === 1 ? currencyNames[currency].slice(0, -1) : currencyNames[currency]

/** `4,200 Razor Talons`, `1 Void Pearl`. */
export const amountInWords = (amount: number, currency: Currency) =>
  `${numberText(amount)} ${currencyNameOf(amount, currency)}`

/** Each amount above 0, `times` as much, within a sentence: `500 Void Pearls and 20 Razor Talons`. */
export const amountsInWords = (amounts: Readonly<Record<Currency, number>>, times = 1): string =>
  new Intl.ListFormat('en-GB').format(
    currencies
      .filter((currency) => amounts[currency] > 0)
      .map((currency) => amountInWords(amounts[currency] * times, currency)),
  )
