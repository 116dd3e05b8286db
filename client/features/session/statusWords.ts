import type { ConnectionStatus } from '../../../shared/features/account/account.ts'

/** How far somebody has got, in a line. */
export const statusWords: Readonly<Record<ConnectionStatus, string>> = {
  disconnected: 'No account linked',
  'partially-connected': 'Partially connected: one account of two',
  'fully-connected': 'Fully connected: Steam and Discord',
}
