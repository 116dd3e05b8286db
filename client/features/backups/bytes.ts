const figures = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size for people: `512 bytes`, `1.24 GB`. */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${figures.format(bytes / 1_000 ** step)} ${units[step]}`
}
