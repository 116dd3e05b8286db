const format = new Intl.NumberFormat('en-GB')

/** A number as all texts have it, with a comma between thousands: `8,730`. */
export const numberText = (value: number | bigint): string => format.format(value)
