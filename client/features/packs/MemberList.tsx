import type { Pack } from '../../../shared/features/packs/pack.ts'
import type { PackLife, Seen } from '../../../shared/features/packs/packLife.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import styles from './MemberList.module.css'
import { MemberRow } from './MemberRow.tsx'
import type { PackQuestion } from './PackQuestions.tsx'
import { membersInOrder } from './packWords.ts'
import type { Guide } from './useGuide.ts'

interface MemberListProps {
  readonly me: string
  readonly pack: Pack
  readonly life: PackLife
  readonly guide: Guide
  readonly onAsk: (question: PackQuestion) => void
}

/** One's own animal in the words of the pack: one sees oneself whether one hides or not. */
const ownSeen = ({ online, animal }: Vitals): Seen | undefined =>
  online && animal ? { ...animal, slot: null, goneAt: null } : undefined

/** Who is in the pack, the leader first. */
export function MemberList({ me, pack, life, guide, onAsk }: MemberListProps) {
  const own = useDocument(vitals, me).value
  const iLead = pack.leader === me
  return (
    <ul className={styles.members} aria-label="Members">
      {membersInOrder(pack).map(({ id, member, leads }) => {
        const isMe = id === me
        const ask = (kind: 'handOver' | 'remove') =>
          iLead && !isMe ? () => onAsk({ kind, member: id, name: member.name }) : null
        return (
          <MemberRow
            key={id}
            id={id}
            member={member}
            seen={isMe ? (own ? ownSeen(own) : undefined) : life.seen[id]}
            readAt={isMe ? (own?.readAt ?? null) : life.readAt}
            leads={leads}
            isMe={isMe}
            guide={guide}
            onHandOver={ask('handOver')}
            onRemove={ask('remove')}
          />
        )
      })}
    </ul>
  )
}
