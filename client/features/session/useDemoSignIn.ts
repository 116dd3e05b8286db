import { providerWords } from '../../../shared/features/account/identity.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { type DemoWish, signInDemo } from '../../connection/session.ts'
import { roleWords } from './roleWords.ts'
import { useSessionChange } from './useSessionChange.ts'

/** A sign-in through a provider takes this long; the demo does as well, so that the way there can be seen. */
const onTheWayMs = 1_500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The door of the demo: in as anyone, or on to a second account as oneself, and shown on the way. */
export function useDemoSignIn() {
  const connection = useConnection()
  const { busy, problem, start } = useSessionChange()
  const go = (words: string, wish: DemoWish) =>
    start(words, async () => {
      await pause(onTheWayMs)
      return signInDemo(connection, wish)
    })
  return {
    busy,
    problem,
    signIn: (wish: DemoWish) =>
      go(`Signing in as ${roleWords[wish.role]}${wish.number ? ` ${wish.number}` : ''}`, wish),
    link: (wish: DemoWish & Required<Pick<DemoWish, 'provider'>>) =>
      go(`Linking ${providerWords[wish.provider ?? 'steam']}`, wish),
  }
}
