import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { bans, type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { server } from '../../../shared/features/server/server.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Ago } from '../../ui/Time.tsx'
import { useDeliveryReader } from './DeliveryActions.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { maySettle } from './deliveryLife.ts'

/** What staff look for first: how many commands are pending, which of them wait for staff, and how full the server is. */
export function AdminFigures() {
  const { may } = useAtomValue(accessAtom)
  const { state, all } = useDeliveries()
  const reader = useDeliveryReader()
  const open = state === 'here' ? all.filter((one) => isOpenState(one.state)) : null
  const toSettle = (those: readonly Delivery[]) => {
    const own = those.filter((one) => maySettle(one, reader)).length
    if (own === 0) return 'for others to settle'
    return own === those.length ? 'for you to settle' : `${own} for you to settle`
  }
  return (
    <StatRow label="Figures">
      <Stat name="Pending commands" value={open?.length ?? null} detail={open && <Oldest of={open} />} />
      <ForStaff name="By hand" of={open} state="manual" detail={() => 'wait for staff'} />
      <ForStaff name="Outcome unknown" of={open} state="unknown" detail={toSettle} />
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
  /** Of at least one. */
  readonly detail: (those: readonly Delivery[]) => string
}

/** Commands that go no further without staff. */
function ForStaff({ name, of, state, detail }: ForStaffProps) {
  const those = of?.filter((one) => one.state === state)
  const isAny = those !== undefined && those.length > 0
  return (
    <Stat
      name={name}
      value={those?.length ?? null}
      tone={isAny ? 'warn' : 'plain'}
      detail={isAny ? detail(those) : null}
    />
  )
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
