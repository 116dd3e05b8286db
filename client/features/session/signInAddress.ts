import type { Provider } from '../../../shared/features/account/identity.ts'

/** Where the way to a provider begins. @param returnTo path of the page to come back to */
export const signInAddress = (provider: Provider, returnTo: string) =>
  `/auth/${provider}?return=${encodeURIComponent(returnTo)}`
