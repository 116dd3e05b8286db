import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { removeFriend } from '../../../shared/features/friends/commands.ts'
import type { FriendPlace, FriendSeen } from '../../../shared/features/friends/friends.ts'
import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { dietOf, speciesName } from '../../../shared/features/world/species.ts'
import { KindGlyph } from '../../map/KindGlyph.tsx'
import { chosenAtom } from '../../map/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmCommand } from '../../ui/Confirm.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { GiftButton } from '../gifts/GiftButton.tsx'
import { PlayerName } from '../players/PlayerName.tsx'
import { BlockQuestion } from './BlockButton.tsx'
import styles from './Friends.module.css'
import { isOnMap, type NamedFriend, statusLabel } from './friendList.ts'
import { TeleportButton } from './TeleportButton.tsx'

interface FriendRowProps {
  readonly me: string
  readonly friend: NamedFriend
  readonly seen: FriendSeen | undefined
}

/** A friend: whether they are here, what they play and where, as far as both allow it, and what one can do. */
export function FriendRow({ me, friend, seen }: FriendRowProps) {
  const { account, name } = friend
  const shown = name || 'Player'
  const place = seen?.place ?? null
  return (
    <li className={styles.row} data-status={friend.showsStatus ? seen?.status : undefined}>
      <div className={styles.who}>
        <p className={styles.name}>
          <span className={styles.dot} aria-hidden="true" />
          <PlayerName id={account} name={shown} />
        </p>
        <p className={styles.soft}>{statusLabel(friend, seen)}</p>
        {place ? <PlaceWords place={place} /> : null}
        {seen?.status === 'in-game' && friend.placeSince === null ? (
          <p className={styles.soft}>Location not shared</p>
        ) : null}
      </div>
      <div className={styles.actions}>
        {isOnMap(seen) ? <ShowButton account={account} name={shown} /> : null}
        <TeleportButton me={me} friend={account} name={shown} seen={seen} />
        <GiftButton name="Gift" receiver={{ account, name: shown }} />
        <MoreMenu account={account} name={shown} />
      </div>
    </li>
  )
}

const PlaceWords = ({ place }: { readonly place: FriendPlace }) => (
  <p className={styles.place}>
    <KindGlyph kind={dietOf(place.species)} />
    <span>
      {speciesName(place.species)}, {place.dead ? 'dead' : `${place.growth}% grown`} · {whereaboutsOf(place)}
    </span>
  </p>
)

function ShowButton({ account, name }: { readonly account: string; readonly name: string }) {
  const choose = useSetAtom(chosenAtom)
  const [, navigate] = useLocation()
  const show = () => {
    navigate('/map')
    choose({ kind: 'animal', id: account, by: 'list' })
  }
  return (
    <Button aria-label={`Find ${name} on the map`} onClick={show}>
      Find
    </Button>
  )
}

/** Removing and blocking, each with a question. */
function MoreMenu({ account, name }: { readonly account: string; readonly name: string }) {
  const [asked, ask] = useState<'remove' | 'block' | null>(null)
  const close = () => ask(null)
  return (
    <>
      <Menu
        label={`More actions for ${name}`}
        face={
          <Stroke>
            <path d="M4 10h.1M10 10h.1M16 10h.1" strokeWidth="3" />
          </Stroke>
        }
        items={[
          { key: 'remove', name: 'Remove friend…', onChoose: () => ask('remove'), danger: true },
          { key: 'block', name: 'Block…', onChoose: () => ask('block'), danger: true },
        ]}
      />
      {asked === 'remove' ? (
        <ConfirmCommand
          command={removeFriend}
          input={{ friend: account }}
          title={`Remove ${name} from your friends?`}
          action={`Remove ${name}`}
          busyLabel="Removing…"
          done={`${name} is no longer your friend.`}
          onClose={close}
        >
          <p>You're removed from each other's lists. They aren't notified. Either of you can send a new request.</p>
        </ConfirmCommand>
      ) : null}
      {asked === 'block' ? <BlockQuestion account={account} name={name} onClose={close} /> : null}
    </>
  )
}
