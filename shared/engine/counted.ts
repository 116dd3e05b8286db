/** `1 day`, `3 days`: for units that get an s in the plural. */
export const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
