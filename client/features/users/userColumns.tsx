import { numberText } from '../../../shared/engine/numberText.ts'
import type { User } from '../../../shared/features/users/users.ts'
import { type Currency, currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import type { Column } from '../../ui/DataTableHead.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Ago, Until } from '../../ui/Time.tsx'
import styles from './Users.module.css'

type UserColumn = Column<User>

const name: UserColumn = {
  name: 'User',
  sortKey: 'username',
  width: 'minmax(120px, 1.6fr)',
  cell: ({ username, id }) => (
    <span className={styles.cut} title={username || id}>
      {username || id}
    </span>
  ),
}

const steam: UserColumn = {
  name: 'SteamID64',
  isSpare: true,
  width: '148px',
  isEmpty: ({ steamId }) => steamId === null,
  cell: ({ steamId }) => steamId,
}

const discord: UserColumn = {
  name: 'Discord ID',
  isSpare: true,
  width: '164px',
  isEmpty: ({ discordId }) => discordId === null,
  cell: ({ discordId }) => (
    <span className={styles.cut} title={discordId ?? ''}>
      {discordId}
    </span>
  ),
}

const email: UserColumn = {
  name: 'Email',
  isSpare: true,
  width: '56px',
  isEmpty: () => true,
  cell: () => <span title="No sign-in asks for it">–</span>,
}

const tier: UserColumn = {
  name: 'Tier',
  isSpare: true,
  sortKey: 'patreonTier',
  width: '84px',
  isEmpty: ({ patreonTier }) => patreonTier === 'None',
  cell: ({ patreonTier }) => (patreonTier === 'None' ? <span className={styles.soft}>None</span> : patreonTier),
}

const status: UserColumn = {
  name: 'Status',
  sortKey: 'status',
  width: 'minmax(136px, 1fr)',
  // Until the hub has answered with the bans.
  isEmpty: ({ status: known }) => known === null,
  cell: ({ status: known, banInfo }) =>
    banInfo === null ? (
      known && 'Active'
    ) : (
      <span className={styles.banned} title={banInfo.reason}>
        Banned
        {banInfo.expiresDate === null ? (
          ''
        ) : (
          <>
            {', '}
            <Until at={banInfo.expiresDate} /> left
          </>
        )}
      </span>
    ),
}

const playtime: UserColumn = {
  name: 'Play time',
  isSpare: true,
  sortKey: 'playtime',
  width: '92px',
  figures: true,
  isEmpty: ({ playtime: ms }) => ms === 0,
  cell: ({ playtime: ms }) => (ms === 0 ? null : lengthOf(ms)),
}

const joined: UserColumn = {
  name: 'Joined',
  isSpare: true,
  sortKey: 'joinDate',
  width: '96px',
  cell: ({ joinDate }) => <Ago at={joinDate} />,
}

const active: UserColumn = {
  name: 'Last active',
  isSpare: true,
  sortKey: 'lastActive',
  width: '104px',
  isEmpty: ({ lastActive }) => lastActive === null,
  cell: ({ lastActive }) => (lastActive === null ? null : <Ago at={lastActive} />),
}

const dinosaurs: UserColumn = {
  name: 'Dinosaurs',
  sortKey: 'dinosaurs',
  width: '96px',
  figures: true,
  cell: ({ currencies: own }) => numberText(own.dinosaurs),
}

const balance = (currency: Currency): UserColumn => ({
  name: currencyNames[currency].split(' ')[1] ?? currency,
  sortKey: currency,
  width: '96px',
  figures: true,
  cell: ({ currencies: own }) => numberText(own[currency] ?? 0),
})

/** Which columns there are: those of features that the owner switched off are left out, and balances and bans that the reader may not see. */
interface Shown {
  /** With the ids and the email, where there is room; the drawer has them, too. */
  readonly isWide: boolean
  readonly hasPlayerData: boolean
  readonly hasInventory: boolean
  readonly hasBalances: boolean
  readonly hasBans: boolean
}

export const columnsFor = ({
  isWide,
  hasPlayerData,
  hasInventory,
  hasBalances,
  hasBans,
}: Shown): readonly UserColumn[] => [
  name,
  ...(isWide ? [steam, discord, email] : []),
  tier,
  ...(hasBans ? [status] : []),
  ...(hasPlayerData ? [playtime] : []),
  joined,
  active,
  ...(hasInventory ? [dinosaurs] : []),
  ...(hasBalances ? currencies.map(balance) : []),
]
