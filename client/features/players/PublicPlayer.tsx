import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'wouter'
import { isPlayerId } from '../../../shared/features/deliveries/typedPlayer.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { chosenAtom } from '../../map/selection.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Ago } from '../../ui/Time.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { BlockButton } from '../friends/BlockButton.tsx'
import { FriendButton, FriendFacts } from '../friends/FriendButton.tsx'
import { GiftButton } from '../gifts/GiftButton.tsx'
import { usePack } from '../packs/usePack.ts'
import { RoleBadge } from '../roles/RoleBadge.tsx'
import { Dinosaur } from './Dinosaur.tsx'
import styles from './Player.module.css'

interface PublicPlayerProps {
  /** The id of an account; the game's id of a player if it comes from a staff link or drawer. */
  readonly id: string
  readonly onClose: () => void
}

/** A player as others may see them: the public profile, and of a pack member what the pack shares. */
export function PublicPlayer({ id, onClose }: PublicPlayerProps) {
  const me = useAtomValue(accessAtom).principal?.id ?? null
  const source = useDocument(profile, id)
  const states = statesOf(source, ({ name }) => name === '', { title: absent(id, me !== null) })
  const role = source.value?.role ?? 'player'
  return (
    <Drawer
      title={source.value?.name || 'Player'}
      badge={role === 'player' ? null : <RoleBadge role={role} />}
      onClose={onClose}
    >
      <StatefulContent {...states}>
        <div className={styles.player}>
          {me === null ? null : <PackFacts me={me} id={id} onClose={onClose} />}
          {me === null || me === id || !source.value ? null : (
            <>
              <FriendFacts me={me} account={id} />
              <Actions>
                <FriendButton account={id} />
                <GiftButton name="Send a gift" receiver={{ account: id, name: source.value.name }} />
                <BlockButton account={id} name={source.value.name} />
              </Actions>
            </>
          )}
        </div>
      </StatefulContent>
    </Drawer>
  )
}

/** Only staff can open a player by the game's id. Others may follow such a link, or lose their role while a drawer is open. */
function absent(id: string, isSignedIn: boolean) {
  if (!isPlayerId(id)) return 'Player not found.'
  return isSignedIn ? 'Only staff can open this player.' : 'Sign in to open this player.'
}

interface PackFactsProps {
  readonly me: string
  readonly id: string
  readonly onClose: () => void
}

function PackFacts({ me, id, onClose }: PackFactsProps) {
  const state = usePack(me)
  if (state.name === 'loading') return null
  const member = state.name === 'here' ? state.pack.members[id] : undefined
  if (state.name !== 'here' || !member) return <p className={styles.soft}>You share no pack with this player.</p>
  const seen = state.life.seen[id]
  const isHere = seen !== undefined && seen.goneAt === null
  return (
    <>
      <p>
        {state.pack.leader === id ? `Leads ${state.pack.name}` : `In ${state.pack.name}`}
        <span className={styles.soft}>
          {' '}
          · joined <Ago at={member.joinedAt} />
        </span>
      </p>
      {member.sharedSince === null ? <p className={styles.soft}>Hidden from the pack.</p> : null}
      {seen && isHere ? <Dinosaur animal={seen} /> : null}
      {seen && !isHere && seen.goneAt !== null ? (
        <p className={styles.soft}>
          Last in the game <Ago at={seen.goneAt} />
        </p>
      ) : null}
      {isHere && seen.slot !== null && member.sharedSince !== null ? <ShowMember id={id} onClose={onClose} /> : null}
    </>
  )
}

function ShowMember({ id, onClose }: Pick<PackFactsProps, 'id' | 'onClose'>) {
  const choose = useSetAtom(chosenAtom)
  const [path, navigate] = useLocation()
  const show = () => {
    onClose()
    if (path !== '/map') navigate('/map')
    choose({ kind: 'animal', id, by: 'list' })
  }
  return (
    <div>
      <Button onClick={show}>Show on map</Button>
    </div>
  )
}
