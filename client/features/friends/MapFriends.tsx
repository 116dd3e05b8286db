import { whereaboutsOf } from '../../../shared/features/world/placeInWords.ts'
import { dietOf, speciesName } from '../../../shared/features/world/species.ts'
import { KindGlyph } from '../../map/KindGlyph.tsx'
import { ActionLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import members from '../packs/MemberList.module.css'
import { FindButtons } from '../packs/MemberList.tsx'
import type { MapNavigation } from '../packs/useMapNavigation.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import styles from './Friends.module.css'
import { inOrder, type NamedFriend, statusLabel, useFriendLife, useFriends } from './friendList.ts'

interface MapFriendsProps {
  readonly me: string
  readonly navigation: MapNavigation
}

/** In the panel of the map: who of the friends is here and where. */
export function MapFriends({ me, navigation }: MapFriendsProps) {
  const state = useFriends(me)
  const life = useFriendLife(me)
  if (state.name !== 'here')
    return (
      <EmptyState picture="lantern" title="Loading your friends…">
        <p>Waiting for the hub.</p>
      </EmptyState>
    )
  return (
    <>
      {state.list.length === 0 ? (
        <EmptyState picture="tracks" title="No friends yet.">
          <p>Friends who share their location appear on the map.</p>
        </EmptyState>
      ) : (
        <ul className={members.members} aria-label="Friends">
          {inOrder(state.list, life).map((friend) => (
            <FriendOnMap key={friend.account} friend={friend} life={life} navigation={navigation} />
          ))}
        </ul>
      )}
      <div className={styles.mapFoot}>
        <ActionLink href="/friends">Manage friends</ActionLink>
      </div>
    </>
  )
}

interface FriendOnMapProps extends Pick<MapFriendsProps, 'navigation'> {
  readonly friend: NamedFriend
  readonly life: ReturnType<typeof useFriendLife>
}

function FriendOnMap({ friend, life, navigation }: FriendOnMapProps) {
  const { account, name } = friend
  const seen = life.seen[account]
  const place = seen?.place ?? null
  const shown = name || 'Player'
  return (
    <li className={members.member} data-followed={navigation.followed === account || undefined}>
      <div>
        <p className={members.head}>
          <span className={members.name} title={shown}>
            <PlayerName id={account} name={shown} />
          </span>
        </p>
        <div className={members.details}>
          {place ? (
            <p>
              <KindGlyph kind={dietOf(place.species)} />
              <span>
                {speciesName(place.species)}, {place.dead ? 'dead' : `${place.growth}% grown`}
              </span>
              <span>{whereaboutsOf(place)}</span>
            </p>
          ) : null}
          <p>
            {statusLabel(friend, seen)}
            {seen?.status === 'in-game' && place === null ? ', location not shared' : ''}
          </p>
        </div>
      </div>
      <div className={members.actions}>
        {place ? <FindButtons id={account} target={shown} navigation={navigation} /> : null}
      </div>
    </li>
  )
}
