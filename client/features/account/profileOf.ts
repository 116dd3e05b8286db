import { type Account, type ConnectionStatus, connectionStatusOf } from '../../../shared/features/account/account.ts'
import { idAtProvider, type Provider, providerNames } from '../../../shared/features/account/identity.ts'

/** The profile of a linked identity, in one form for both providers. Fields are empty if the provider does not send them. */
export interface Profile {
  readonly provider: Provider
  readonly displayName: string
  readonly username: string
  readonly realName: string
  /** `Steam ID` or `Discord ID`. */
  readonly idLabel: string
  readonly id: string
  readonly avatar: string
  readonly profileUrl: string
  readonly country: string
  readonly verified: boolean
  readonly premium: boolean
  readonly language: string
  /** The year in which the account was created at the provider; null if not known. */
  readonly madeIn: number | null
}

const inEnglish = (type: 'region' | 'language', code: string) => {
  try {
    return code === '' ? '' : (new Intl.DisplayNames('en', { type }).of(code) ?? code)
  } catch {
    // An unknown code must not break the page.
    return code
  }
}

const notSent = {
  username: '',
  realName: '',
  profileUrl: '',
  country: '',
  language: '',
  verified: false,
  premium: false,
  madeIn: null,
}

/** The profile of the active identity; of the other one if that is not linked; null if none is. */
export function profileOf({ steam, discord, active }: Pick<Account, 'steam' | 'discord' | 'active'>): Profile | null {
  const shown = (active === 'steam' ? steam : discord) ?? steam ?? discord
  if (!shown) return null
  const { displayName, avatar } = shown
  const id = idAtProvider(shown)
  if (shown.provider === 'steam') {
    const { realName, profileUrl } = shown
    const country = inEnglish('region', shown.country)
    return {
      ...notSent,
      provider: 'steam',
      idLabel: 'Steam ID',
      id,
      displayName,
      avatar,
      realName,
      profileUrl,
      country,
      madeIn: shown.accountCreated,
    }
  }
  return {
    ...notSent,
    provider: 'discord',
    idLabel: 'Discord ID',
    id,
    displayName,
    avatar,
    username: shown.fullUsername || shown.username,
    verified: shown.verified,
    premium: shown.premium_type > 0,
    language: inEnglish('language', shown.locale),
  }
}

/** The label of the connection status. @param configured the providers that this hub is set up to sign in with */
export const connectionLabel = (own: Pick<Account, 'steam' | 'discord'>, configured: readonly Provider[]): string =>
  ({
    disconnected: 'No account linked',
    'partially-connected': 'Partially connected: one account of two',
    'fully-connected': `Fully connected: ${namesOf(configured)}`,
  })[linkStatusOf(own, configured)]

/** The connection status where an account of another provider can't be linked: then those of the others are enough. */
export function linkStatusOf(
  own: Pick<Account, 'steam' | 'discord'>,
  configured: readonly Provider[],
): ConnectionStatus {
  const status = connectionStatusOf(own)
  return status === 'partially-connected' && configured.every((provider) => own[provider]) ? 'fully-connected' : status
}

/** `Steam and Discord`, or the only one. */
export const namesOf = (configured: readonly Provider[]) =>
  configured.map((provider) => providerNames[provider]).join(' and ')
