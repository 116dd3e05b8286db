/** The three currencies of the island, in the order in which they are shown. */
export const currencies = ['voidPearls', 'razorTalons', 'sylvanShards'] as const
export type Currency = (typeof currencies)[number]

export const currencyNames: Readonly<Record<Currency, string>> = {
  voidPearls: 'Void Pearls',
  razorTalons: 'Razor Talons',
  sylvanShards: 'Sylvan Shards',
}
