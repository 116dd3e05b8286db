import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { bans, type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { server } from '../../../shared/features/server/server.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Ago } from '../../ui/Time.tsx'
import { useDeliveries } from './deliveriesAtom.ts'

/** What staff look for first: how many commands are pending, which of them wait for staff, and how full the server is. */
export function AdminFigures() {
  const { may } = useAtomValue(accessAtom)
  const { state, all } = useDeliveries()
  const open = state === 'here' ? all.filter((one) => isOpenState(one.state)) : null
  return (
    <StatRow label="Figures">
      <Stat name="Pending commands" value={open?.length ?? null} detail={open && <Oldest of={open} />} />
      <ForStaff name="By hand" of={open} state="manual" detail="wait for staff" />
      <ForStaff name="Outcome unknown" of={open} state="unknown" detail="for you to settle" />
      {may.includes('banPlayers') ? <Bans /> : null}
      <Online />
    </StatRow>
  )
}

interface OpenProps {
  readonly of: readonly Delivery[]
}

const Oldest = ({ of }: OpenProps) =>
  of.length === 0 ? (
    'none waiting'
  ) : (
    <>
      oldest <Ago at={Math.min(...of.map(({ queuedAt }) => queuedAt))} isInSentence />
    </>
  )

interface ForStaffProps {
  readonly name: string
  /** Null while it is not known. */
  readonly of: readonly Delivery[] | null
  readonly state: Delivery['state']
  readonly detail: string
}

/** Commands that go no further without staff. */
function ForStaff({ name, of, state, detail }: ForStaffProps) {
  const count = of?.filter((one) => one.state === state).length ?? null
  return <Stat name={name} value={count} tone={count ? 'warn' : 'plain'} detail={count ? detail : null} />
}

function Bans() {
  const { value } = useDocument(bans, mainServer)
  const all = value && Object.values(value.bans)
  const permanent = all?.filter(({ until }) => until === null).length ?? 0
  return <Stat name="Bans" value={all?.length ?? null} detail={permanent > 0 ? `${permanent} permanent` : null} />
}

function Online() {
  const { value } = useDocument(server, mainServer)
  const slots = value?.maxPlayers ?? null
  return (
    <Stat
      name="Players online"
      value={value?.playerCount ?? null}
      detail={slots === null ? null : `of ${slots} slots`}
    />
  )
}
