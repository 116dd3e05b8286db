/** The currencies of ISO 4217 that this engine knows. */
const known = new Set(Intl.supportedValuesOf('currency'))
export const isCurrencyCode = (code: string) => known.has(code)

/** Of one donation, in minor units. */
export const mostMoney = 1_000_000_000

/** Digits after the point: 2 of EUR, 0 of JPY, 3 of KWD. */
function digitsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/**
 * An amount as people write it, `12.50` or `12,50`, in minor units: 1250. Null for what is none: nothing, less than nothing, too much, or more
 * digits after the point than the currency has. A comma before three digits is none either: it may be meant for thousands.
 */
export function minorUnits(text: string, currency: string): number | null {
  const [, whole, afterPoint, afterComma] = /^(\d{1,9})(?:\.(\d{1,6})|,(\d{1,2}))?$/.exec(text.trim()) ?? []
  const fraction = afterPoint ?? afterComma ?? ''
  if (whole === undefined || !isCurrencyCode(currency)) return null
  const digits = digitsOf(currency)
  if (/[^0]/.test(fraction.slice(digits))) return null
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  return amount >= 1 && amount <= mostMoney ? amount : null
}

/** As it is entered: `12.50`. */
export const moneyInput = (amount: number, currency: string) => {
  const digits = digitsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/** As it is read: `EUR 12.50`, since a sign such as $ is of several currencies. @param amount minor units */
export const moneyText = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, currencyDisplay: 'code' })
    .format(amount / 10 ** digitsOf(currency))
    .replaceAll('\u00a0', ' ')
