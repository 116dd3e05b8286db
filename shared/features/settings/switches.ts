/** A part of the hub that an owner can switch off: its data stays, its pages are hidden, and its commands are refused. */
interface Switch {
  /** As the beginning of a sentence: `The market`. */
  readonly label: string
  /** The feature whose commands of users are refused. */
  readonly feature: string
  /** Commands that are carried out all the same: what is under way ends by them, and what staff and users set stays theirs. */
  readonly goesOn: readonly string[]
  /** Addresses of pages that are hidden. */
  readonly pages: readonly string[]
}

// In the order of the settings page.
const declared = {
  shop: {
    label: 'The shop',
    feature: 'shop',
    goesOn: [],
    pages: ['/shop'],
  },
  redeem: {
    label: 'Redeeming',
    feature: 'redemptions',
    goesOn: ['redemptions.cancel', 'redemptions.dismissNotice', 'redemptions.setRules'],
    pages: ['/redeem', '/player-shop', '/dinosaur-selection'],
  },
  market: {
    label: 'The market',
    feature: 'market',
    goesOn: ['market.withdrawListing', 'market.unwatchSpecies', 'market.dismissNotices', 'market.reverseSale'],
    pages: ['/market'],
  },
  gifts: {
    label: 'Gifts between players',
    feature: 'gifts',
    goesOn: ['gifts.setTakesGifts'],
    pages: [],
  },
  skins: {
    label: 'The skin designer',
    feature: 'skins',
    goesOn: ['skins.deletePreset'],
    pages: ['/skins'],
  },
  challenges: {
    label: 'Challenges',
    feature: 'challenges',
    goesOn: [
      'challenges.complete',
      'challenges.drop',
      'challenges.cancelUpdate',
      'challenges.cleanHistory',
      'challenges.judge',
    ],
    pages: [],
  },
  trivia: {
    label: 'Trivia',
    feature: 'trivia',
    goesOn: [],
    pages: [],
  },
  events: {
    label: 'Events',
    feature: 'events',
    goesOn: ['events.cancel', 'events.endSeries', 'events.leave', 'events.setShowsName', 'events.removeCommunity'],
    pages: ['/events'],
  },
  leaderboards: {
    label: 'Leaderboards',
    feature: 'leaderboards',
    goesOn: ['leaderboards.setListed', 'leaderboards.setMonthlySeasons'],
    pages: ['/leaderboards'],
  },
} as const satisfies Readonly<Record<string, Switch>>

export type SwitchName = keyof typeof declared
export const switches: Readonly<Record<SwitchName, Switch>> = declared
export const switchNames = Object.keys(declared) as readonly SwitchName[]

/** The switch that a command of users belongs to; null if it is always carried out. */
export function switchOf(command: string): SwitchName | null {
  const feature = command.slice(0, command.indexOf('.'))
  const name = switchNames.find((one) => switches[one].feature === feature)
  return name === undefined || switches[name].goesOn.includes(command) ? null : name
}

/** What a refused command and a hidden page say. */
export const switchedOffText = (name: SwitchName) =>
  `${switches[name].label} ${verbs[name]} switched off on this server.`

const verbs: Readonly<Record<SwitchName, 'is' | 'are'>> = {
  shop: 'is',
  redeem: 'is',
  market: 'is',
  gifts: 'are',
  skins: 'is',
  challenges: 'are',
  trivia: 'is',
  events: 'are',
  leaderboards: 'are',
}
