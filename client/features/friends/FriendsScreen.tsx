import { z } from 'zod'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { AddFriend } from './AddFriend.tsx'
import { FriendRow } from './FriendRow.tsx'
import { FriendSettings } from './FriendSettings.tsx'
import styles from './Friends.module.css'
import { inOrder, type NamedFriend, useFriendLife, useFriends } from './friendList.ts'
import { Requests } from './Requests.tsx'

const title = 'Friends'

const tabKeys = ['friends', 'requests'] as const
/** What the address keeps; no tab named is the first one. */
const FriendsAddress = z.object({ tab: z.enum(['', ...tabKeys]).default('') })

/** The user's friends: who is where, requests, and what friends may see. */
export const FriendsScreen = () => (
  <PermissionGate title={title} needs="play">
    {({ id }) => <Board me={id} />}
  </PermissionGate>
)

function Board({ me }: { readonly me: string }) {
  const state = useFriends(me)
  const { filters, setFilters } = useAddressFilters(FriendsAddress)
  const chosen = filters.tab || 'friends'
  const own = state.name === 'here' ? state.own : null
  const asked = own ? Object.keys(own.incoming).length + Object.keys(own.teleportsIn).length : 0
  return (
    <BoardPage
      title={title}
      lead="See who is online, find each other on the map, send gifts."
      {...alwaysReady}
      {...(state.name === 'here' ? {} : { state: state.name })}
      tabs={[
        { key: 'friends', name: 'Friends', count: own ? Object.keys(own.friends).length : null },
        { key: 'requests', name: 'Requests', count: asked > 0 ? asked : null },
      ]}
      chosen={chosen}
      onChoose={(tab) => setFilters({ tab: tab === 'friends' ? '' : tab })}
    >
      <div className={styles.page}>
        {chosen === 'friends' && state.name === 'here' ? <FriendsTab me={me} list={state.list} /> : null}
        {chosen === 'requests' && state.name === 'here' ? <Requests own={state.own} /> : null}
      </div>
    </BoardPage>
  )
}

function FriendsTab({ me, list }: { readonly me: string; readonly list: readonly NamedFriend[] }) {
  const life = useFriendLife(me)
  return (
    <>
      <AddFriend />
      {list.length === 0 ? (
        <EmptyState picture="tracks" title="No friends yet.">
          <p>Enter a player's name above. They get a request, and you are friends as soon as they accept.</p>
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label="Friends">
          {inOrder(list, life).map((friend) => (
            <FriendRow key={friend.account} me={me} friend={friend} seen={life.seen[friend.account]} />
          ))}
        </ul>
      )}
      <FriendSettings me={me} />
    </>
  )
}
