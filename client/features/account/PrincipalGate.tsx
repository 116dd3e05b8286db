import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom, helloAtom } from '../../connection/connectionState.ts'
import { CheckingAuthentication, OfflineState } from '../../ui/ErrorState.tsx'

interface PrincipalGateProps {
  readonly guest: ReactNode
  readonly children: (account: string) => ReactNode
}

/** One content for guests and another for a principal; before the hello the page says that it checks. */
export function PrincipalGate({ guest, children }: PrincipalGateProps) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return hello.principal ? children(hello.principal.id) : guest
  return name === 'stale' ? <OfflineState /> : <CheckingAuthentication />
}
