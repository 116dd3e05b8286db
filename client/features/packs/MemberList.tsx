import { useState } from 'react'
import type { Pack, PackMember } from '../../../shared/features/packs/pack.ts'
import type { PackLife, Seen } from '../../../shared/features/packs/packLife.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { dietOf, speciesName } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { KindGlyph } from '../../map/KindGlyph.tsx'
import { Button } from '../../ui/Button.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { useNow } from '../../ui/Time.tsx'
import { useIsSeenByFriends } from '../friends/friendList.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './MemberList.module.css'
import type { PackDialogState } from './PackDialogs.tsx'
import { membersInOrder, seenLabel } from './packLabels.ts'
import type { MapNavigation } from './useMapNavigation.ts'

interface MemberListProps {
  readonly me: string
  readonly pack: Pack
  readonly life: PackLife
  readonly navigation: MapNavigation
  readonly onAsk: (question: PackDialogState) => void
}

/** The own animal as a pack entry: it is shown to its owner even while hidden from the pack. */
const ownSeen = ({ online, animal }: Vitals): Seen | undefined =>
  online && animal ? { ...animal, slot: null, goneAt: null } : undefined

/** The members of the pack, the leader first. */
export function MemberList({ me, pack, life, navigation, onAsk }: MemberListProps) {
  const own = useDocument(vitals, me).value
  const amLeader = pack.leader === me
  return (
    <ul className={styles.members} aria-label="Members">
      {membersInOrder(pack).map(({ id, member, isLeader }) => {
        const isMe = id === me
        const ask = (kind: 'handOver' | 'remove') =>
          amLeader && !isMe ? () => onAsk({ kind, member: id, name: member.name }) : null
        return (
          <MemberRow
            key={id}
            id={id}
            member={member}
            seen={isMe ? (own ? ownSeen(own) : undefined) : life.seen[id]}
            readAt={isMe ? (own?.readAt ?? null) : life.readAt}
            isLeader={isLeader}
            isMe={isMe}
            navigation={navigation}
            onHandOver={ask('handOver')}
            onRemove={ask('remove')}
          />
        )
      })}
    </ul>
  )
}

interface MemberRowProps {
  readonly id: string
  readonly member: PackMember
  /** The own animal, or a member's as visible to the pack. */
  readonly seen: Seen | undefined
  readonly readAt: number | null
  readonly isLeader: boolean
  readonly isMe: boolean
  readonly navigation: MapNavigation
  /** Null for members other than the leader, and on the user's own row. */
  readonly onHandOver: (() => void) | null
  readonly onRemove: (() => void) | null
}

const eye = 'M2 10c2-3.5 5-5 8-5s6 1.5 8 5c-2 3.5-5 5-8 5s-6-1.5-8-5zM10 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5'
const crossHair = 'M10 3v4M10 13v4M3 10h4M13 10h4M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4'

const notDrawn = 'Not on this map right now'

/** A member: name, animal, when last seen, and buttons to find them on the map. */
function MemberRow(row: MemberRowProps) {
  const { id, member, isLeader, isMe, navigation, onHandOver, onRemove } = row
  const [open, setOpen] = useState(false)
  const hasMore = onHandOver !== null || onRemove !== null
  return (
    <li className={styles.member} data-followed={navigation.followed === id || undefined}>
      <div>
        <p className={styles.head}>
          <span className={styles.name} title={member.name}>
            {isMe ? member.name : <PlayerName id={id} name={member.name} />}
          </span>
          {isMe ? <span className={styles.badge}>you</span> : null}
          {isLeader ? <LeaderBadge /> : null}
        </p>
        <MemberDetails {...row} />
      </div>
      <div className={styles.actions}>
        <FindButtons id={id} target={isMe ? 'yourself' : member.name} navigation={navigation} />
        {hasMore ? (
          <Button
            tone="quiet"
            square
            aria-expanded={open}
            aria-label={`More actions for ${member.name}`}
            title="More"
            onClick={() => setOpen(!open)}
          >
            <Stroke>
              <path d="M4 10h.1M10 10h.1M16 10h.1" strokeWidth="3" />
            </Stroke>
          </Button>
        ) : null}
      </div>
      {open && hasMore ? <LeaderActions onHandOver={onHandOver} onRemove={onRemove} /> : null}
    </li>
  )
}

interface FindButtonsProps {
  /** Of the marker. */
  readonly id: string
  /** As a sentence names it: `Rex`, `yourself`. */
  readonly target: string
  readonly navigation: MapNavigation
}

/** Buttons to centre on or to follow an animal. */
export function FindButtons({ id, target, navigation }: FindButtonsProps) {
  const isFollowed = navigation.followed === id
  const isAway = !navigation.isDrawn(id)
  return (
    <>
      <Button
        tone="quiet"
        square
        disabled={isAway}
        aria-label={`Centre on ${target}`}
        title={isAway ? notDrawn : 'Centre'}
        onClick={() => navigation.centreOn(id)}
      >
        <Stroke>
          <path d={crossHair} />
        </Stroke>
      </Button>
      <Button
        tone="quiet"
        square
        disabled={isAway && !isFollowed}
        aria-pressed={isFollowed}
        aria-label={`Follow ${target}`}
        title={isAway && !isFollowed ? notDrawn : 'Follow'}
        onClick={() => navigation.follow(isFollowed ? null : id)}
      >
        <Stroke>
          <path d={eye} />
        </Stroke>
      </Button>
    </>
  )
}

function LeaderActions({ onHandOver, onRemove }: Pick<MemberRowProps, 'onHandOver' | 'onRemove'>) {
  return (
    <div className={styles.more}>
      {onHandOver ? <Button onClick={onHandOver}>Make leader</Button> : null}
      {onRemove ? (
        <Button tone="danger" onClick={onRemove}>
          Remove
        </Button>
      ) : null}
    </div>
  )
}

function LeaderBadge() {
  return (
    <span className={styles.badge}>
      <Stroke size={16}>
        <path d="M3 15V6l4 4 3-6 3 6 4-4v9z" />
      </Stroke>
      leader
    </span>
  )
}

function MemberDetails({ id, member, seen, readAt, isMe }: MemberRowProps) {
  const now = useNow()
  const { text, tone } = seenLabel(isMe ? { sharedSince: 0 } : member, seen, readAt, now)
  const isHidden = member.sharedSince === null
  return (
    <div className={styles.details}>
      {seen && (isMe || !isHidden) ? (
        <p>
          <KindGlyph kind={dietOf(seen.species)} />
          <span>
            {speciesName(seen.species)}, {seen.dead ? 'dead' : `${seen.growth}% grown`}
          </span>
          {seen.goneAt === null ? <span>{whereaboutsOf(seen)}</span> : null}
        </p>
      ) : null}
      <p>
        <span data-tone={tone}>{text}</span>
        {isMe && isHidden ? <HiddenNote me={id} /> : null}
      </p>
    </div>
  )
}

const HiddenNote = ({ me }: { readonly me: string }) => (
  <span>hidden from your pack{useIsSeenByFriends(me) ? ', but not from friends' : ''}</span>
)
