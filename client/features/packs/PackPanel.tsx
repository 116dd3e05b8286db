import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { joinPack, leavePack, renewCode } from '../../../shared/features/packs/commands.ts'
import type { Membership, Pack } from '../../../shared/features/packs/pack.ts'
import type { PackLife } from '../../../shared/features/packs/packLife.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { accessAtom, connectionAtom } from '../../connection/connectionState.ts'
import { sendForSelf, useCommand } from '../../connection/useCommand.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { timeOf } from '../../ui/durations.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { MemberList } from './MemberList.tsx'
import { NoPack } from './NoPack.tsx'
import { type PackDialogState, PackDialogs } from './PackDialogs.tsx'
import { inviteLink } from './PackInvite.tsx'
import styles from './PackPanel.module.css'
import { PingsSection, WaypointSection } from './PackPlaces.tsx'
import { endedLabel, limitLabel } from './packLabels.ts'
import type { MapNavigation } from './useMapNavigation.ts'
import { dismissedEndAtom, type OwnPack, usePack } from './usePack.ts'

interface PackPanelProps {
  readonly me: string
  readonly navigation: MapNavigation
}

/** The user's pack, or forms to join one. */
export function PackPanel({ me, navigation }: PackPanelProps) {
  const packState = usePack(me)
  const name = useAtomValue(accessAtom).principal?.name ?? ''
  if (packState.name === 'refused')
    return (
      <EmptyState picture="gate" title="No access.">
        <p>You can't see this pack. Reload the page if you're in it.</p>
      </EmptyState>
    )
  if (packState.name === 'loading')
    return (
      <EmptyState picture="lantern" title="Loading your pack…">
        <p>Waiting for the hub.</p>
      </EmptyState>
    )
  return (
    // Keyed by state, so that the panel scrolls to its top when the user joins or leaves.
    <div key={packState.name} className={styles.panel}>
      <StaleNotice />
      {packState.name === 'none' ? (
        <>
          <EndedNotice ended={packState.ended} />
          <NoPack me={me} name={name} />
        </>
      ) : (
        <InPack key={packState.id} me={me} own={packState} navigation={navigation} />
      )}
    </div>
  )
}

/** Says since when the shown state is outdated. */
function StaleNotice() {
  const { name, since } = useAtomValue(connectionAtom)
  if (name !== 'stale' && name !== 'reconnecting') return null
  return (
    <p className={styles.stale}>
      Can't reach the hub. Retrying… This is your pack as of {timeOf(since)}. Your changes are sent when the hub is
      back.
    </p>
  )
}

function EndedNotice({ ended }: Pick<Membership, 'ended'>) {
  const dismissed = useAtomValue(dismissedEndAtom)
  const dismiss = useSetAtom(dismissedEndAtom)
  // A user who left knows it.
  if (!ended || ended.how === 'left' || ended.at === dismissed) return null
  return (
    <div className={styles.ended} role="status">
      <p>{endedLabel(ended)}</p>
      <Button tone="quiet" onClick={() => dismiss(ended.at)}>
        Dismiss
      </Button>
    </div>
  )
}

interface InPackProps {
  readonly me: string
  readonly own: OwnPack
  readonly navigation: MapNavigation
}

function InPack({ me, own: { pack, life }, navigation }: InPackProps) {
  const [question, ask] = useState<PackDialogState | null>(null)
  const isLeader = pack.leader === me
  return (
    <>
      <PackHeader pack={pack} life={life} isLeader={isLeader} />
      <MemberList me={me} pack={pack} life={life} navigation={navigation} onAsk={ask} />
      <WaypointSection waypoint={pack.waypoint} isLeader={isLeader} navigation={navigation} />
      <PingsSection pings={life.pings} navigation={navigation} />
      <section className={styles.section} aria-label="Leaving">
        {isLeader ? (
          <div className={styles.actions}>
            <Button onClick={() => ask({ kind: 'leave' })}>Leave pack</Button>
            <Button tone="danger" onClick={() => ask({ kind: 'disband' })}>
              Disband pack
            </Button>
          </div>
        ) : (
          <LeaveSection name={pack.name} code={pack.code} />
        )}
      </section>
      {question ? <PackDialogs question={question} pack={pack} onClose={() => ask(null)} /> : null}
    </>
  )
}

/** A member other than the leader may leave without confirmation: the code lets them rejoin. */
function LeaveSection({ name, code }: { readonly name: string; readonly code: string }) {
  const { run, busy, refusal, dismiss } = useCommand(leavePack)
  const connection = useConnection()
  const showToast = useSetAtom(showToastAtom)
  const rejoin = async () => {
    const answer = await sendForSelf(connection, joinPack.name, { code })
    if (!answer.ok) showToast(answer.message)
  }
  const leave = async () => {
    if ((await run({})).ok) showToast(`You left ${name}.`, () => void rejoin())
  }
  return (
    <>
      <Button busyLabel={busy ? 'Leaving…' : null} onClick={() => void leave()}>
        Leave pack
      </Button>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}

interface PackHeaderProps {
  readonly pack: Pack
  readonly life: PackLife
  readonly isLeader: boolean
}

/** Name, size and join code of the pack. */
function PackHeader({ pack, life, isLeader }: PackHeaderProps) {
  const { run, busy, refusal, dismiss } = useCommand(renewCode)
  return (
    <section className={styles.section} aria-label="Your pack">
      <div className={styles.intro}>
        <h2 className={styles.name}>{pack.name}</h2>
        <p className={styles.hint}>{limitLabel(pack, life.seen)}</p>
      </div>
      <div className={styles.codeRow}>
        <output className={styles.code} aria-label="Pack code">
          {pack.code}
        </output>
        <CopyButton text={pack.code} what="pack code" />
        <CopyButton text={inviteLink(pack.code)} what="invite link" face="Copy invite link" />
        {isLeader ? (
          <Button tone="quiet" busyLabel={busy ? 'Changing…' : null} onClick={() => void run({})}>
            New code
          </Button>
        ) : null}
      </div>
      <p className={styles.hint}>
        Anyone with the code or the link can join.
        {isLeader ? ' A new code disables the old one. Members stay.' : ''}
      </p>
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </section>
  )
}
