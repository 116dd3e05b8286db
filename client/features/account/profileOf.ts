import type { Account, ConnectionStatus } from '../../../shared/features/account/account.ts'
import { idAtProvider, type Provider } from '../../../shared/features/account/identity.ts'

/** What one account at a provider says of somebody, in one form for both. Empty where it says nothing. */
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
  /** The year in which the account was made there; null where it does not say. */
  readonly madeIn: number | null
}

const inEnglish = (type: 'region' | 'language', code: string) => {
  try {
    return code === '' ? '' : (new Intl.DisplayNames('en', { type }).of(code) ?? code)
  } catch {
    // Whatever a provider may send, the page stands.
    return code
  }
}

const unsaid = {
  username: '',
  realName: '',
  profileUrl: '',
  country: '',
  language: '',
  verified: false,
  premium: false,
  madeIn: null,
}

/** As the active account says; as the other one where that is not linked. Null where none is. */
export function profileOf({ steam, discord, active }: Pick<Account, 'steam' | 'discord' | 'active'>): Profile | null {
  const shown = (active === 'steam' ? steam : discord) ?? steam ?? discord
  if (!shown) return null
  const { displayName, avatar } = shown
  const id = idAtProvider(shown)
  if (shown.provider === 'steam') {
    const { realName, profileUrl } = shown
    const country = inEnglish('region', shown.country)
    return {
      ...{ ...unsaid, provider: 'steam', idLabel: 'Steam ID', id, displayName, avatar },
      ...{ realName, profileUrl, country, madeIn: shown.accountCreated },
    }
  }
  return {
    ...{ ...unsaid, provider: 'discord', idLabel: 'Discord ID', id, displayName, avatar },
    username: shown.fullUsername || shown.username,
    verified: shown.verified,
    premium: shown.premium_type > 0,
    language: inEnglish('language', shown.locale),
  }
}

/** How far somebody has got, in a line. */
export const statusWords: Readonly<Record<ConnectionStatus, string>> = {
  disconnected: 'No account linked',
  'partially-connected': 'Partially connected: one account of two',
  'fully-connected': 'Fully connected: Steam and Discord',
}
