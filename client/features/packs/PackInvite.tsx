import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { providerNames } from '../../../shared/features/account/identity.ts'
import { joinPack } from '../../../shared/features/packs/commands.ts'
import { isCode, tidyCode } from '../../../shared/features/packs/pack.ts'
import { accessAtom, helloAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { CancelButton, Dialog, DialogActions, DialogBody } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { signInAddress, useDemoSignIn, useSignInProviders } from '../account/signIn.ts'
import { usePack } from './usePack.ts'

const parameter = 'join'

const invitePath = (code: string) => `/map?${parameter}=${encodeURIComponent(code)}`

/** A link that opens the map with the question whether to join the pack. */
export const inviteLink = (code: string) => location.origin + invitePath(code)

/** Asks a user who followed an invite link whether to join the pack; a guest signs in first and comes back. */
export function PackInvite() {
  const [query, setQuery] = useSearchParams()
  const hello = useAtomValue(helloAtom)
  const { principal, may } = useAtomValue(accessAtom)
  const code = tidyCode(query.get(parameter) ?? '')
  const close = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete(parameter)
        return next
      },
      { replace: true },
    )
  if (code === '' || !hello) return null
  if (!isCode(code)) return <Notice onClose={close}>This invite link doesn't work. Ask for a new one.</Notice>
  if (principal === null) return <SignInFirst code={code} isDemo={hello.demo} onClose={close} />
  return may.includes('play') ? <Invitation key={principal.id} me={principal.id} code={code} onClose={close} /> : null
}

interface InvitationProps {
  readonly code: string
  readonly onClose: () => void
}

const hint = 'Pack members see each other on the map. You can hide at any time.'

function SignInFirst({ code, isDemo, onClose }: InvitationProps & { readonly isDemo: boolean }) {
  const { busyLabel, problem, signIn } = useDemoSignIn()
  const configured = useSignInProviders()
  return (
    <Dialog title="Join a pack" hasClose={false} onClose={onClose}>
      <DialogBody>
        <p>You're invited to a pack. Sign in to join it.</p>
        <p>{hint}</p>
        {problem ? <Problem>{problem}</Problem> : null}
      </DialogBody>
      <DialogActions>
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        {isDemo ? (
          <Button busyLabel={busyLabel} onClick={() => void signIn({ role: 'player' })}>
            Demo player
          </Button>
        ) : null}
        {configured.map((provider, index) => (
          <ActionLink
            key={provider}
            external
            tone={index === 0 ? 'main' : 'plain'}
            firstFocus={index === 0}
            href={signInAddress(provider, invitePath(code))}
          >
            Sign in with {providerNames[provider]}
          </ActionLink>
        ))}
      </DialogActions>
    </Dialog>
  )
}

function Invitation({ me, code, onClose }: InvitationProps & { readonly me: string }) {
  const own = usePack(me)
  const [wasAsked, setWasAsked] = useState(false)
  useEffect(() => {
    if (own.name === 'none') setWasAsked(true)
    // Joined here, or by another page meanwhile.
    if (own.name === 'here' && wasAsked) onClose()
  })
  if (own.name === 'loading' || own.name === 'refused' || (own.name === 'here' && wasAsked)) return null
  if (own.name === 'none') return <JoinQuestion code={code} onClose={onClose} />
  return (
    <Notice onClose={onClose}>
      {own.pack.code === code
        ? `You're already in this pack: ${own.pack.name}.`
        : `You're in a pack: ${own.pack.name}. This link has a different code: it is an old link of your pack, or it leads to another pack. Before you leave your pack, ask the sender whether the link still works.`}
    </Notice>
  )
}

function JoinQuestion({ code, onClose }: InvitationProps) {
  const { run, busy, refusal } = useCommand(joinPack)
  if (refusal?.code === 'unknownCode') return <Notice onClose={onClose}>{refusal.message}</Notice>
  return (
    <Dialog title="Join a pack" hasClose={false} onClose={onClose}>
      <DialogBody>
        <p>You're invited to the pack with the code {code}.</p>
        <p>{hint}</p>
        {refusal ? <Problem>{refusal.message}</Problem> : null}
      </DialogBody>
      <DialogActions>
        <CancelButton tone="quiet" isBusy={busy} onCancel={onClose} />
        <Button tone="main" data-first-focus busyLabel={busy ? 'Joining…' : null} onClick={() => void run({ code })}>
          Join pack
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Notice = ({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) => (
  <Dialog title="Join a pack" hasClose={false} onClose={onClose}>
    <DialogBody>
      <p>{children}</p>
    </DialogBody>
    <DialogActions>
      <Button tone="main" onClick={onClose}>
        OK
      </Button>
    </DialogActions>
  </Dialog>
)
