import { useAtomValue } from 'jotai'
import { helloAtom } from '../../connection/meAtom.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { SignInMenu } from './SignInMenu.tsx'

/** Who this person is here, and the way in or out. */
export function AccountBlock() {
  const hello = useAtomValue(helloAtom)
  if (!hello) return null
  return hello.you ? <AccountMenu you={hello.you} /> : <SignInMenu demo={hello.demo} />
}
