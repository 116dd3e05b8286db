import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { endElevation } from '../../../shared/features/session/commands.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ScreenPrefetch } from '../../shell/ScreenView.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckingAuthentication } from '../../ui/ErrorState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { ClosedPage } from '../../ui/templates/PageFrame.tsx'
import { alwaysReady, LoadingState } from '../../ui/templates/screenStates.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { OwnerKeyPrompt } from './OwnerKeyPrompt.tsx'
import { ownerTabAddress, ownerTabs, tabNamed, useOwnerTab } from './tabs.ts'

const title = 'Owner panel'
const tabCode = ownerTabs.map(({ code }) => code)

// A page that opens here fetches the code of its tab together with this one, not after the hub has answered. If that fails, the tab tries again.
if (location.pathname === ownerTabAddress('dashboard'))
  void tabNamed(new URLSearchParams(location.search).get('tab'))
    ?.code.load()
    .catch(() => {})

/** The owner's panel. A user whose account is not an owner's opens it with the owner key, for this session. */
export const OwnerPanelScreen = () => (
  <PermissionGate title={title} needs="ownerPanel" closed={<OwnerKeyPrompt />}>
    {() => <OwnerPanel />}
  </PermissionGate>
)

function OwnerPanel() {
  const { may } = useAtomValue(accessAtom)
  const { chosen, choose } = useOwnerTab()
  // Between the right key and the hello of the elevated session.
  if (!may.includes('ownerPanel') || !chosen)
    return (
      <ClosedPage title={title}>
        <CheckingAuthentication />
      </ClosedPage>
    )
  return (
    <BoardPage
      title={title}
      density="table"
      width="full"
      actions={<LockButton />}
      tabs={ownerTabs}
      chosen={chosen.key}
      onChoose={choose}
      {...alwaysReady}
    >
      <Suspense fallback={<LoadingState />}>
        <chosen.Panel key={chosen.key} />
      </Suspense>
      <ScreenPrefetch screens={tabCode} />
    </BoardPage>
  )
}

/** Ends what the owner key gave. Nothing for those who are owner by account: they log out. */
function LockButton() {
  const { principal } = useAtomValue(accessAtom)
  const { run, busy, refusal, dismiss } = useCommand(endElevation)
  if (principal?.session?.elevatedUntil == null) return null
  return (
    <>
      <Button busyLabel={busy ? 'Locking…' : null} onClick={() => void run({})}>
        Lock
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}
