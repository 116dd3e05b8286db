const figures = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** A size for people, everywhere in the same units, powers of 1000: `512 bytes`, `1.24 GB`. @param bytes not negative */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const shown = Math.round(bytes / 1_000 ** step)
  // 999,960 bytes are 1 MB, not 1,000 kB.
  if (shown >= 1_000 && step < units.length - 1) return `1 ${units[step + 1]}`
  return `${figures.format(bytes / 1_000 ** step)} ${units[step]}`
}
